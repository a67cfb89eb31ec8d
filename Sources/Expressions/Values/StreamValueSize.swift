extension StreamValue {
  /// The number of bytes of text or lists that count as one step of computing.
  package static let bytesOfStep = 16
  /// The bytes of a kept value, without its contents.
  package static let ownSize = 24
  /// The bytes of a value in a queue, without its contents; a queue has room for twice as many, and
  /// is copied when it grows.
  package static let queuedSize = 64
  /// The maximum number of bytes, including contents, of a list that an operator makes, and of a
  /// list or an object that an expression makes.
  package static let listLimit = 256 << 10
  /// The maximum depth of nested lists and objects that an expression makes.
  package static let depthLimit = 64

  /// True if it may have bytes beyond its own.
  @inlinable @inline(__always) package var isHeavy: Bool {
    switch self {
    case .integer, .decimal, .truth, .null: false
    case .exact, .text, .list, .object: true
    }
  }

  /// The number of bytes beyond its own; 0 for numbers and the shortest strings.
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

  /// The number of bytes of a string beyond those of its value.
  static func size(of text: String) -> Int {
    let count = text.utf8.count
    return count < 16 ? 0 : count + 32
  }

  /// Returns true if lists and objects are nested deeper than a number of levels. O(contents), and
  /// reads no deeper than that.
  func isDeeper(than levels: Int) -> Bool {
    switch self {
    case .integer, .decimal, .exact, .text, .truth, .null: false
    case .list(let values): levels <= 0 || values.contains { $0.isDeeper(than: levels - 1) }
    case .object(let object):
      levels <= 0 || object.members.contains { $0.value.isDeeper(than: levels - 1) }
    }
  }
}
