extension StreamValue {
  /// How many bytes of text or lists are computed with in a step.
  static let bytesOfStep = 16
  /// How many bytes a value takes by itself where it is kept.
  static let ownSize = 24
  /// How many bytes a list may have that an operator makes, with all that is in it.
  static let listLimit = 256 << 10

  /// Whether it may have bytes besides its own.
  @inline(__always) var isHeavy: Bool {
    switch self {
    case .integer, .decimal: false
    case .text, .list: true
    }
  }

  /// How many bytes it has besides its own; none for numbers and the shortest texts.
  ///
  /// What two values share is counted for each: it is a bound.
  var size: Int {
    switch self {
    case .integer, .decimal: 0
    case .text(let text): text.utf8.count < 16 ? 0 : text.utf8.count + 32
    case .list(let values): values.reduce(32) { $0 + StreamValue.ownSize + $1.size }
    }
  }
}
