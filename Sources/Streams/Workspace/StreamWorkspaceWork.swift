// Work that takes longer than a frame with a large file: done with a copy, which is taken over.
extension StreamWorkspace {
  /// Changes a file at once.
  func work<Outcome>(
    on name: String, _ work: (inout StreamWorkspaceFile) -> Result<Outcome, StreamRefusal>
  ) -> Result<Outcome, StreamRefusal> {
    guard let before = file(name) else { return .failure(Self.noFile) }
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
  ///   - done: Takes the outcome.
  func work<Outcome: Sendable>(
    on name: String, size: Int = 0,
    _ work: @escaping @Sendable (inout StreamWorkspaceFile) -> Result<Outcome, StreamRefusal>,
    then done: @escaping Completion<Outcome>
  ) {
    guard !isWorking else {
      let reason = "\(name): an earlier change is still under way; try again."
      return done(.failure(StreamRefusal(reason)))
    }
    guard let before = file(name) else { return done(.failure(Self.noFile)) }
    let bytes = before.snapshot?.bytes?.count ?? 0
    let isSlow = max(size, bytes) > source.largeSize || before.edits.count > Self.manyEdits
    guard isSlow || before.target?.isRemote == true else { return done(self.work(on: name, work)) }
    isWorking = true
    objectWillChange.send()
    let scheduler = scheduler
    source.aside {
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

  private static var noFile: StreamRefusal { StreamRefusal("There is no file with that name.") }

  /// The number of changed documents beyond which saving them takes longer than a frame may.
  private static var manyEdits: Int { 200 }

  /// Takes over a changed copy of a file, and runs its documents if they are others.
  ///
  /// - Parameter before: The file as it was copied. What has been staged since then is a change of
  ///   the copy; what has been read since then is newer than the copy.
  private func takeOver(_ new: StreamWorkspaceFile, madeOf before: StreamWorkspaceFile) {
    guard let index = files.firstIndex(where: { $0.name == new.name }) else { return }
    var file = files[index]
    var hasChanged = false
    if file.snapshot?.bytes == before.snapshot?.bytes {
      file.loadProblem = new.loadProblem
      if let snapshot = new.snapshot { hasChanged = file.adopt(snapshot, new.content) }
    }
    // Changes are taken back until they are saved.
    if hasChanged { history = StreamHistory() } else { history.endGesture() }
    file.edits = new.edits.withChanges(from: before.edits, to: file.edits, in: file.saved)
    if !file.tried.isEmpty {
      file.renewTrial()
      hasChanged = true
    }
    files[index] = file
    if hasChanged { run() } else { objectWillChange.send() }
  }
}
