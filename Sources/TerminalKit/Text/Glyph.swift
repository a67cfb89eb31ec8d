/// One grapheme made safe to show, and the columns it takes.
///
///     Glyph.columns(of: "漢字")                    // 4
///     Glyph.all(in: "a\u{1B}[2J").map(\.character)  // ["a", "␛", "[", "2", "J"]
///
/// Everything that reaches a cell passes through here, so this is the only place where text from
/// files, keys and messages loses the power to control the terminal (CWE-150).
public struct Glyph: Equatable, Sendable {
  /// The grapheme shown, without control characters.
  public let character: Character
  /// The number of columns, 1 or 2.
  public let width: UInt8
  /// True if the width differs between terminals.
  package let isUncertain: Bool

  /// The characters of ASCII that are shown as they are, and their glyphs.
  private static let plain: ClosedRange<UInt8> = 0x20...0x7E
  private static let plainGlyphs = plain.map {
    Glyph(character: Character(UnicodeScalar($0)), width: 1, isUncertain: false)
  }

  /// The number of combining marks kept on one base; more would spill over other rows.
  private static let maximumMarks = 8

  /// Calls `body` with every glyph of `text`, left to right.
  ///
  /// - C0 controls and DEL become control pictures (`␛`), tab a space.
  /// - C1 controls, bidi controls and line separators become U+FFFD.
  /// - Zero-width and tag characters disappear unless an emoji sequence needs them.
  /// - A mark without a base is put on `◌`; at most eight marks stay on a base.
  ///
  /// - Complexity: O(*n*).
  package static func forEach(in text: some StringProtocol, _ body: (Glyph) -> Void) {
    // Most text is plain ASCII, with one glyph a byte.
    let isPlain: Void? = withPlainBytes(of: text) { bytes in
      for byte in bytes { body(plainGlyphs[Int(byte - plain.lowerBound)]) }
    }
    if isPlain != nil { return }
    // In most other text each scalar is a glyph: none of these joins the one before it.
    if text.unicodeScalars.allSatisfy(CharacterWidth.isPlain) {
      for scalar in text.unicodeScalars {
        let isASCII = scalar.value <= plain.upperBound
        body(
          isASCII
            ? plainGlyphs[Int(scalar.value) - Int(plain.lowerBound)]
            : Glyph(character: Character(scalar), width: 1, isUncertain: false))
      }
      return
    }
    for character in text {
      if let ascii = character.asciiValue, plain.contains(ascii) {
        body(plainGlyphs[Int(ascii - plain.lowerBound)])
        continue
      }
      let scalars = character.unicodeScalars
      if scalars.count == 1, CharacterWidth.isPlain(scalars[scalars.startIndex]) {
        body(Glyph(character: character, width: 1, isUncertain: false))
        continue
      }
      // "\r\n" is one grapheme, and two characters that must not reach the terminal.
      if scalars.count > 1, let first = scalars.first, first.value < 0x20 {
        for scalar in scalars { emit([scalar], body) }
      } else {
        emit(Array(scalars), body)
      }
    }
  }

  /// Calls `body` with the bytes of text that consists of ASCII characters shown unchanged;
  /// otherwise returns nil.
  static func withPlainBytes<Result>(
    of text: some StringProtocol, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    // Only bridged strings are not stored contiguously; they are handled like all other text.
    let result: Result?? = text.utf8.withContiguousStorageIfAvailable { bytes in
      for byte in bytes where byte &- plain.lowerBound > plain.upperBound - plain.lowerBound {
        return nil
      }
      return body(bytes)
    }
    return result ?? nil
  }

  /// All glyphs of `text`, from left to right.
  public static func all(in text: some StringProtocol) -> [Glyph] {
    var glyphs: [Glyph] = []
    forEach(in: text) { glyphs.append($0) }
    return glyphs
  }

  /// The columns of `text` on a canvas with Unicode symbols, once it is safe to show.
  public static func columns(of text: String) -> Int {
    if let count = withPlainBytes(of: text, { $0.count }) { return count }
    var columns = 0
    if text.unicodeScalars.allSatisfy({ scalar in
      columns += 1
      return CharacterWidth.isPlain(scalar)
    }) {
      return columns
    }
    columns = 0
    forEach(in: text) { columns += Int($0.width) }
    return columns
  }

  private static func emit(_ scalars: [Unicode.Scalar], _ body: (Glyph) -> Void) {
    guard let safe = safeCharacter(scalars) else { return }
    let width = CharacterWidth.columns(of: safe)
    guard width > 0 else { return }
    body(Glyph(character: safe, width: UInt8(width), isUncertain: CharacterWidth.isUncertain(safe)))
  }

  private static func safeCharacter(_ scalars: [Unicode.Scalar]) -> Character? {
    let isEmoji = scalars[0].properties.isEmoji
    var kept = String.UnicodeScalarView()
    for scalar in scalars {
      switch fate(of: scalar, inEmoji: isEmoji && !kept.isEmpty) {
      case .keep:
        if kept.isEmpty && CharacterWidth.columns(of: scalar) == 0 { kept.append("\u{25CC}") }
        // Emoji sequences are longer than any letter with its marks, and they have an end.
        if kept.count <= maximumMarks || isEmoji { kept.append(scalar) }
      case .replace(let other): kept.append(other)
      case .drop: continue
      }
    }
    // Dropping a scalar may leave two graphemes; the first is the base with its marks.
    return String(kept.prefix(maximumEmojiScalars)).first
  }

  private static let maximumEmojiScalars = 16

  /// What happens to one scalar on its way to the screen.
  private enum Fate {
    case keep
    case drop
    case replace(Unicode.Scalar)
  }

  private static func fate(of scalar: Unicode.Scalar, inEmoji: Bool) -> Fate {
    switch scalar.value {
    case 0x09: return .replace(" ")
    case 0x00..<0x20: return .replace(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}")
    case 0x7F: return .replace("\u{2421}")
    case 0x80..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
      return .replace("\u{FFFD}")
    case 0x200D, 0xFE0E, 0xFE0F, 0xE0020...0xE007F: return inEmoji ? .keep : .drop
    case 0x1160...0x11FF: return .keep
    default: break
    }
    if scalar.properties.isDefaultIgnorableCodePoint { return .drop }
    switch scalar.properties.generalCategory {
    case .format, .control, .lineSeparator, .paragraphSeparator, .surrogate:
      return .replace("\u{FFFD}")
    default: return .keep
    }
  }
}
