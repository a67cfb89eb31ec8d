extension StreamValue {
  /// The bytes of text or lists that count as one step of computing.
  package static let bytesOfStep = 16
  /// The bytes that a value takes by itself where it is kept.
  package static let ownSize = 24
  /// The bytes that a value takes by itself in a queue, which has room for twice as many, and is
  /// copied when it grows.
  package static let queuedSize = 64
  /// The most bytes of a list that an operator makes, with all its contents; and of a list or an
  /// object that an expression makes.
  package static let listLimit = 256 << 10
  /// The most lists and objects inside one another that an expression makes.
  package static let depthLimit = 64

  /// True if it may have bytes beyond its own.
  @inlinable @inline(__always) package var isHeavy: Bool {
    switch self {
    case .integer, .decimal, .truth, .null: false
    case .exact, .text, .list, .object: true
    }
  }

  /// The number of bytes beyond its own; none for numbers and the shortest texts.
  ///
  /// A part that two values share is counted for each: the number is an upper bound.
  @inlinable @inline(__always) package var size: Int { isHeavy ? heavySize : 0 }

  @usableFromInline var heavySize: Int {
    switch self {
    case .integer, .decimal, .truth, .null: 0
    case .exact: 48
    case .text(let text): StreamValue.size(of: text)
    case .list(let values): values.reduce(32) { $0 + StreamValue.ownSize + $1.size }
    case .object(let object):
      object.members.reduce(32) {
        $0 + 2 * StreamValue.ownSize + StreamValue.size(of: $1.key) + $1.value.size
      }
    }
  }

  /// The number of bytes of a text beyond those of its value.
  static func size(of text: String) -> Int {
    let count = text.utf8.count
    return count < 16 ? 0 : count + 32
  }

  /// True if more lists and objects are inside one another than a number. It takes
  /// O(contents) of time, and looks no deeper than that.
  func isDeeper(than levels: Int) -> Bool {
    switch self {
    case .integer, .decimal, .exact, .text, .truth, .null: false
    case .list(let values): levels <= 0 || values.contains { $0.isDeeper(than: levels - 1) }
    case .object(let object):
      levels <= 0 || object.members.contains { $0.value.isDeeper(than: levels - 1) }
    }
  }
}
