/// The question whether a character is among those that a pattern has at a place.
///
/// Unchecked, because `Regex` is not declared as sendable; matching only reads it.
struct CharacterTest: @unchecked Sendable {
  /// The answers for ASCII, a bit each.
  private var ascii: (low: UInt64, high: UInt64) = (0, 0)
  private let others: Others

  private enum Others {
    case same(Character)
    case regex(Regex<AnyRegexOutput>)
  }

  /// The characters of ASCII in their order; no two of them are one character as one sees them.
  private static let asciiText = String(
    String.UnicodeScalarView((0..<128).map { Unicode.Scalar(UInt8($0)) }))

  /// Tests for a character.
  init(_ character: Character) {
    others = .same(character)
    for (code, other) in Self.asciiText.enumerated() where other == character { insert(code) }
  }

  /// Tests for the characters that a regular expression matches.
  init(_ regex: Regex<AnyRegexOutput>) {
    others = .regex(regex)
    for match in Self.asciiText.matches(of: regex) {
      if let byte = Self.asciiText[match.range].utf8.first { insert(Int(byte)) }
    }
  }

  private mutating func insert(_ code: Int) {
    if code < 64 { ascii.low |= 1 << UInt64(code) } else { ascii.high |= 1 << UInt64(code - 64) }
  }

  /// Returns true if an ASCII character is among them.
  ///
  /// - Parameter code: Its code; 0 to 127.
  func matches(ascii code: UInt8) -> Bool {
    (code < 64 ? ascii.low >> UInt64(code) : ascii.high >> UInt64(code - 64)) & 1 == 1
  }

  /// Returns true if a character beyond ASCII is among them.
  func matches(_ character: Character) -> Bool {
    switch others {
    case .same(let wanted): wanted == character
    case .regex(let regex): String(character).wholeMatch(of: regex) != nil
    }
  }
}
