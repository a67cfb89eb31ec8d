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
  public func undo() -> StreamKey? {
    while let change = history.undo({ state(of: $0) }) {
      if canApply(change) { return apply(change) }
    }
    return nil
  }

  /// Makes the change again that was taken back last.
  ///
  /// - Returns: The document that was changed; nil if there is nothing to make again.
  @discardableResult
  public func redo() -> StreamKey? {
    while let change = history.redo({ state(of: $0) }) {
      if canApply(change) { return apply(change) }
    }
    return nil
  }

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
    if let form = form(of: key) { return .form(form) }
    guard let file = file(key.file), !file.edits.removes(key.id) else { return .absent }
    if let repair = file.edits.repair(key.id) { return .unread(repair.text) }
    return file.saved.unreadJSON(key.id) == nil ? .absent : .unread(nil)
  }

  /// Returns false for a document that could not be read and has been repaired since: it does not
  /// come back.
  private func canApply(_ change: StreamHistory.Change) -> Bool {
    guard case .unread = change.before else { return true }
    return file(change.key.file)?.saved.unreadJSON(change.key.id) != nil
  }

  private func apply(_ change: StreamHistory.Change) -> StreamKey? {
    let id = change.key.id
    self.change(change.key.file) { file in
      switch change.before {
      case .absent: file.edits.remove(id, in: file.saved)
      case .unread(nil): file.edits.discard(id)
      case .unread(let text?): file.edits.stage(text, ofUnread: id, in: file.saved)
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
