/// Changes of documents that can be taken back, also after they have been saved.
///
/// A change is kept as what its document was before. Changes of one gesture, such as the letters
/// that are typed into a form, or the steps of a marble that is moved, are one.
struct StreamHistory: Sendable {
  /// What a document was.
  enum State: Sendable {
    case absent
    case form(StreamForm)
    /// A document that could not be read; with its text if that was changed.
    case unread(String?)
  }

  /// What was done to a document.
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

  /// Takes the last change, which is to be taken back.
  ///
  /// - Parameter current: Returns what a document is now.
  mutating func undo(_ current: (StreamKey) -> State) -> Change? {
    isOpen = false
    guard let change = done.popLast() else { return nil }
    undone.append(
      Change(key: change.key, before: current(change.key), gesture: change.gesture))
    return change
  }

  /// Takes the change that was taken back last, which is to be made again.
  mutating func redo(_ current: (StreamKey) -> State) -> Change? {
    isOpen = false
    guard let change = undone.popLast() else { return nil }
    add(Change(key: change.key, before: current(change.key), gesture: change.gesture))
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
    switch self {
    case .absent: 1
    case .unread(let text): 1 + (text?.utf8.count ?? 0) / 16
    case .form(let form): 1 + form.items.count + form.operators.count + form.inputs.count
    }
  }
}
