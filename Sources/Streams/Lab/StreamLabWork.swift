import Fetching

extension StreamLabFile {
  /// Saves the staged changes.
  ///
  /// - Parameter id: The one document to save, with the new ones that it refers to; nil for all.
  mutating func save(only id: String? = nil) -> StreamLabViewModel.SaveOutcome {
    var isMerged = false
    // The attempts are limited, in case another program saves again and again.
    for _ in 0..<5 {
      let saving = id.map { edits.part(with: $0) } ?? edits
      guard !saving.isEmpty, let snapshot else { return .nothing }
      guard let target else {
        return .refused(["\(name): it can only be read; export what you have changed."])
      }
      let problems = saving.problems(in: saved)
      if !problems.isEmpty { return .refused(problems) }
      let conflicts = saving.conflicts(with: saved)
      if !conflicts.isEmpty { return .conflicts(conflicts) }
      let count = saving.count
      do throws(StreamStoreError) {
        let new = try target.save(saving.draft(of: saved), over: snapshot)
        becomeSaved(as: new, leaving: edits.without(saving))
        return .saved(count: count, isMerged: isMerged)
      } catch {
        guard case .conflict = error else { return .refused([error.description]) }
        isMerged = true
        if let problem = adoptTheirs(of: target) { return .refused([problem]) }
      }
    }
    return .refused(["\(name): other programs keep saving it; nothing was saved, try again."])
  }

  /// Replaces the file by the default documents; returns the outcome, in a sentence.
  mutating func reset() -> String {
    guard case .file(let store) = target else {
      return "\(name): only a file of this machine can be reset."
    }
    do throws(StreamStoreError) {
      let outcome = try store.reset()
      becomeSaved(as: try store.load())
      switch outcome {
      case .unneeded: return "The defaults are there already."
      case .done(copy: nil): return "The defaults are back."
      case .done(let copy?): return "The defaults are back; what was there is kept in \(copy)."
      }
    } catch { return error.description }
  }

  /// Stages the documents of another file as new ones; returns the outcome, in a sentence.
  ///
  /// - Parameters:
  ///   - address: The path or the URL of the other file.
  ///   - transport: The transport that fetches a URL.
  mutating func importDocuments(from address: String, _ transport: (any Transport)?) -> String {
    let other: StreamDocumentFile
    do throws(StreamStoreError) {
      other = try StreamTarget(StreamAddress(address), transport).load().file
    } catch { return error.description }
    let draft = draft
    var (new, same, clashes) = (0, 0, [String]())
    for document in other.documents {
      if let own = draft[document.id] {
        if own == document { same += 1 } else { clashes.append("“\(document.id)”") }
        continue
      }
      var form = StreamForm(document)
      form.origin = nil
      edits.stage(form, in: saved)
      new += 1
    }
    var parts =
      new == 0
      ? ["Nothing new to import"] : ["\(new) of \(other.entries.count) imported, not saved yet"]
    if same > 0 { parts.append("\(same) \(same == 1 ? "was" : "were") here already") }
    if !clashes.isEmpty {
      let ids =
        clashes.count > 4 ? clashes.prefix(3) + ["\(clashes.count - 3) more"] : clashes[...]
      parts.append("\(Array(ids).listed) left out, because the same id means something else here")
    }
    let broken = other.entries.count - other.documents.count
    if broken > 0 { parts.append("\(broken) cannot be read") }
    return parts.joined(separator: "; ") + "."
  }

  /// Takes in what the file has been saved as, with the changes that are left.
  private mutating func becomeSaved(
    as new: StreamStore.Snapshot, leaving left: StreamEdits = StreamEdits()
  ) {
    edits = left
    loadProblem = nil
    _ = adopt(new)
  }

  /// Takes in the version that another program has saved, so that the changes here are changes of
  /// that; returns the reason why that is impossible, nil if it is done.
  private mutating func adoptTheirs(of target: StreamTarget) -> String? {
    do throws(StreamStoreError) {
      _ = adopt(try target.load())
      return nil
    } catch {
      if case .missing = error {
        snapshot = StreamStore.Snapshot(file: saved, bytes: nil)
        return "\(name): another program has removed it; save again to make it anew."
      }
      loadProblem = error
      return error.description
    }
  }
}

// Work that takes longer than a frame with a large file: done with a copy, which is taken over.
extension StreamLabViewModel {
  /// Changes a file at once; returns nil where there is none of that name.
  func work<Outcome>(
    on name: String, _ work: (inout StreamLabFile) -> Outcome
  ) -> Outcome? {
    guard let before = file(name) else { return nil }
    var file = before
    let outcome = work(&file)
    takeOver(file, madeOf: before)
    return outcome
  }

  /// Changes a file, on another thread if it is large.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - size: The bytes of what else is read.
  ///   - work: The change of a copy.
  ///   - done: Takes the outcome; nil where there is no file of that name.
  func work<Outcome: Sendable>(
    on name: String, size: Int = 0,
    _ work: @escaping @Sendable (inout StreamLabFile) -> Outcome,
    then done: @escaping @MainActor (Outcome?) -> Void
  ) {
    guard let before = file(name) else { return done(nil) }
    let bytes = before.snapshot?.bytes?.count ?? 0
    let isSlow = max(size, bytes) > place.largeSize || before.edits.count > Self.manyEdits
    guard isSlow || before.target?.isRemote == true else {
      return done(self.work(on: name, work))
    }
    isWorking = true
    objectWillChange.send()
    let scheduler = scheduler
    place.aside {
      var file = before
      let outcome = work(&file)
      scheduler.schedule { [weak self, file] in
        // The scheduler's work runs on the main thread.
        MainActor.assumeIsolated {
          self?.isWorking = false
          self?.takeOver(file, madeOf: before)
          done(outcome)
        }
      }
    }
  }

  /// The number of changed documents beyond which saving them takes longer than a frame may.
  private static var manyEdits: Int { 200 }

  /// Takes over a changed copy of a file, and runs its documents if they are others.
  ///
  /// - Parameter before: The file as it was copied. What has been staged since then is a change of
  ///   the copy; what has been read since then is newer than the copy.
  private func takeOver(_ new: StreamLabFile, madeOf before: StreamLabFile) {
    guard let index = files.firstIndex(where: { $0.name == new.name }) else { return }
    var file = files[index]
    var hasChanged = false
    if file.snapshot?.bytes == before.snapshot?.bytes {
      file.loadProblem = new.loadProblem
      if let snapshot = new.snapshot { hasChanged = file.adopt(snapshot, new.content) }
    }
    file.edits = new.edits.withChanges(from: before.edits, to: file.edits, in: file.saved)
    if !file.tried.isEmpty {
      file.renewTrial()
      hasChanged = true
    }
    files[index] = file
    if hasChanged { run() } else { objectWillChange.send() }
  }
}
