extension StreamValue {
  /// The bytes of text or lists that count as one step of computing.
  package static let bytesOfStep = 16
  /// The bytes that a value takes by itself where it is kept.
  package static let ownSize = 24
  /// The bytes that a value takes by itself in a queue, which has room for twice as many, and is
  /// copied when it grows.
  package static let queuedSize = 64
  /// The most bytes of a list that an operator makes, with all its contents.
  package static let listLimit = 256 << 10

  /// True if it may have bytes beyond its own.
  @inline(__always) var isHeavy: Bool {
    switch self {
    case .integer, .decimal: false
    case .text, .list: true
    }
  }

  /// The number of bytes beyond its own; none for numbers and the shortest texts.
  ///
  /// A part that two values share is counted for each: the number is an upper bound.
  package var size: Int {
    switch self {
    case .integer, .decimal: 0
    case .text(let text): text.utf8.count < 16 ? 0 : text.utf8.count + 32
    case .list(let values): values.reduce(32) { $0 + StreamValue.ownSize + $1.size }
    }
  }
}
