/// Unsaved changes to documents that can be undone.
///
/// A change is stored as its document's previous state. The changes of one gesture, such as typing
/// into a form or moving a marble in steps, count as one.
struct StreamHistory: Sendable {
  /// The state of a document among the unsaved changes.
  enum State: Sendable {
    case unchanged
    case form(StreamForm)
    case removed
  }

  /// The kind of a change.
  enum Gesture: Hashable, Sendable {
    /// An edit of the form.
    case form
    /// An edit of the marbles.
    case marbles
    /// Any other change, which is always separate.
    case other
  }

  /// A change that can be undone.
  struct Change: Sendable {
    let key: StreamKey
    let before: State
    let gesture: Gesture
  }

  private(set) var done: [Change] = []
  private(set) var undone: [Change] = []
  /// True if the next change may be merged with the last one.
  private var isOpen = false

  /// The maximum number of changes that are kept.
  private static let limit = 100
  /// The maximum total of values and operators in the kept changes, except for the last one.
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

  /// Ends the gesture: the next change is separate.
  mutating func endGesture() { isOpen = false }

  /// Removes the last change, to undo it or, with `redoes`, to redo the one that was undone last.
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
  /// Undoes the last unsaved change. Consecutive edits of one form count as one change, and so do
  /// the steps of a marble until ``endGesture()``.
  ///
  /// - Returns: The changed document; nil if there is nothing to undo.
  @discardableResult package func undo() -> StreamKey? { takeBack(redoes: false) }

  /// Redoes the change that was undone last.
  ///
  /// - Returns: The changed document; nil if there is nothing to redo.
  @discardableResult package func redo() -> StreamKey? { takeBack(redoes: true) }

  /// Ends a gesture: the next change is undone separately.
  package func endGesture() { history.endGesture() }

  /// Changes documents of a file; the change can be undone.
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
        // A change to the document that the file has now.
        form.origin = file.saved[id]
        file.edits.stage(form, in: file.saved)
      }
      if change.gesture == .marbles { file.tryOut(id) }
    }
    return change.key
  }
}
