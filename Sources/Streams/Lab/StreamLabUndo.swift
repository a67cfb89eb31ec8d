/// Undo and redo of what was done to documents, also after a save: what comes back is staged.
extension StreamLabViewModel {
  /// True if there is a change to take back.
  public var canUndo: Bool { !history.done.isEmpty }
  /// True if there is a change to make again.
  public var canRedo: Bool { !history.undone.isEmpty }

  /// Takes the last change back. What has been typed into one form without another change is one,
  /// and so are the steps of a marble until ``endGesture()``.
  ///
  /// - Returns: The document that was changed; nil if there is nothing to take back.
  @discardableResult
  public func undo() -> StreamKey? { apply(history.undo { state(of: $0) }) }

  /// Makes the change again that was taken back last.
  ///
  /// - Returns: The document that was changed; nil if there is nothing to make again.
  @discardableResult
  public func redo() -> StreamKey? { apply(history.redo { state(of: $0) }) }

  /// Ends a gesture: the next change is taken back alone.
  public func endGesture() { history.endGesture() }

  /// Changes documents of a file, so that it can be taken back.
  func change(
    _ key: StreamKey, as gesture: StreamHistory.Gesture, upTo nanoseconds: Int = 0,
    _ body: (inout StreamLabFile) -> Void
  ) {
    history.note(key, before: state(of: key), gesture)
    change(key.file, upTo: nanoseconds, body)
  }

  private func state(of key: StreamKey) -> StreamHistory.State {
    form(of: key).map { .form($0) } ?? .absent
  }

  private func apply(_ change: StreamHistory.Change?) -> StreamKey? {
    guard let change else { return nil }
    let id = change.key.id
    self.change(change.key.file) { file in
      switch change.before {
      case .absent: file.edits.remove(id, in: file.saved)
      case .form(var form):
        // A change of what is in the file by now.
        form.origin = file.saved[id]
        file.edits.stage(form, in: file.saved)
      }
      if change.gesture == .marbles { file.tryOut(id) }
    }
    return change.key
  }
}
