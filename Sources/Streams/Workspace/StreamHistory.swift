/// Unsaved changes of documents that can be taken back.
///
/// A change is kept as the state that its document had before. The changes of one gesture, such as
/// the characters that are typed into a form, or the steps of a marble that is moved, are one.
struct StreamHistory: Sendable {
  /// The state of a document among the unsaved changes.
  enum State: Sendable {
    case unchanged
    case form(StreamForm)
    case removed
  }

  /// The kind of a change.
  enum Gesture: Hashable, Sendable {
    /// Its form was edited.
    case form
    /// Its marbles were.
    case marbles
    /// Anything else, each time a change of its own.
    case other
  }

  /// A change that can be taken back.
  struct Change: Sendable {
    let key: StreamKey
    let before: State
    let gesture: Gesture
  }

  private(set) var done: [Change] = []
  private(set) var undone: [Change] = []
  /// True if the next change may belong to the last one.
  private var isOpen = false

  /// The most changes that are kept.
  private static let limit = 100
  /// The most values and operators of all that are kept, but for the last.
  private static let sizeLimit = 20_000

  /// Notes a change that is about to be made.
  mutating func note(_ key: StreamKey, before: State, _ gesture: Gesture) {
    undone = []
    if isOpen, gesture != .other, let last = done.last, last.key == key, last.gesture == gesture {
      return
    }
    add(Change(key: key, before: before, gesture: gesture))
    isOpen = true
  }

  /// Ends the gesture: the next change is one of its own.
  mutating func endGesture() { isOpen = false }

  /// Takes the last change, which is to be undone, or with `redoes` the one that was undone last.
  ///
  /// - Parameter current: Returns the current state of a document.
  mutating func undo(redoes: Bool, _ current: (StreamKey) -> State) -> Change? {
    isOpen = false
    guard let change = redoes ? undone.popLast() : done.popLast() else { return nil }
    let back = Change(key: change.key, before: current(change.key), gesture: change.gesture)
    if redoes { add(back) } else { undone.append(back) }
    return change
  }

  private mutating func add(_ change: Change) {
    done.append(change)
    var size = done.reduce(0) { $0 + $1.before.size }
    while done.count > 1, done.count > Self.limit || size > Self.sizeLimit {
      size -= done.removeFirst().before.size
    }
  }
}

extension StreamHistory.State {
  /// The number of values and operators.
  fileprivate var size: Int {
    guard case .form(let form) = self else { return 1 }
    let operators = form.kind == .chain ? form.items[0].operators.count : 0
    return 1 + form.items.count + operators
  }
}

/// Undo and redo of unsaved changes.
extension StreamWorkspace {
  /// Takes the last unsaved change back. Everything typed into one form without another change is
  /// one, and so are the steps of a marble until ``endGesture()``.
  ///
  /// - Returns: The document that was changed; nil if there is nothing to take back.
  @discardableResult package func undo() -> StreamKey? { takeBack(redoes: false) }

  /// Makes the change again that was undone last.
  ///
  /// - Returns: The document that was changed; nil if there is nothing to make again.
  @discardableResult package func redo() -> StreamKey? { takeBack(redoes: true) }

  /// Ends a gesture: the next change is undone alone.
  package func endGesture() { history.endGesture() }

  /// Changes documents of a file, so that it can be taken back.
  func change(
    _ key: StreamKey, as gesture: StreamHistory.Gesture, upTo nanoseconds: Int = 0,
    _ body: (inout StreamWorkspaceFile) -> Void
  ) {
    history.note(key, before: state(of: key), gesture)
    change(key.file, upTo: nanoseconds, body)
  }

  private func state(of key: StreamKey) -> StreamHistory.State {
    guard let edits = file(key.file)?.edits, edits.contains(key.id) else { return .unchanged }
    return edits.form(key.id).map { .form($0) } ?? .removed
  }

  private func takeBack(redoes: Bool) -> StreamKey? {
    guard let change = history.undo(redoes: redoes, { state(of: $0) }) else { return nil }
    let id = change.key.id
    self.change(change.key.file) { file in
      switch change.before {
      case .unchanged: file.edits.discard(id)
      case .removed: file.edits.remove(id, in: file.saved)
      case .form(var form):
        // A change of the document that the file has by now.
        form.origin = file.saved[id]
        file.edits.stage(form, in: file.saved)
      }
      if change.gesture == .marbles { file.tryOut(id) }
    }
    return change.key
  }
}
