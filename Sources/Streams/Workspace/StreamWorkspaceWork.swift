// Work that takes longer than a frame with a large file: it changes a copy, which is then adopted.
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
  ///   - size: The number of bytes that are read in addition.
  ///   - work: Changes a copy of the file.
  ///   - done: Receives the outcome.
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

  /// The number of changed documents above which saving may take longer than a frame.
  private static var manyEdits: Int { 200 }

  /// Adopts a changed copy of a file, and runs its documents if they differ.
  ///
  /// - Parameter before: The file when it was copied. Changes staged since then apply to the copy;
  ///   contents read since then are newer than the copy.
  private func takeOver(_ new: StreamWorkspaceFile, madeOf before: StreamWorkspaceFile) {
    guard let index = files.firstIndex(where: { $0.name == new.name }) else { return }
    var file = files[index]
    var hasChanged = false
    if file.snapshot?.bytes == before.snapshot?.bytes {
      file.loadProblem = new.loadProblem
      if let snapshot = new.snapshot { hasChanged = file.adopt(snapshot, new.content) }
    }
    // Saved changes cannot be undone.
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
