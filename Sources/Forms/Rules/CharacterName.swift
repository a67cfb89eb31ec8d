import Formats

/// The name of a character in a message, which identifies it in any font.
///
///     CharacterName.text(of: "!")          // “!”
///     CharacterName.text(of: "\u{430}")    // “а” (U+0430), which looks like a Latin letter
///     CharacterName.text(of: "\u{200B}")   // U+200B (invisible)
enum CharacterName {
  /// Names a character of ASCII by itself, any other with its code points, in English.
  static func text(of character: Character) -> String {
    if character == " " { return "a space" }
    if character.isNewline { return "a line break" }
    if isInvisible(character) { return "\(codePoints(of: character)) (\(kind(of: character)))" }
    return character.isASCII ? "“\(character)”" : "“\(character)” (\(codePoints(of: character)))"
  }

  /// Returns the character itself, or its first code point if it would be invisible.
  static func visible(_ character: Character) -> String {
    guard character != " ", isInvisible(character), let first = character.unicodeScalars.first
    else { return String(character) }
    return codePoint(first)
  }

  private static func kind(of character: Character) -> String {
    if character.isWhitespace { return "blank" }
    let isControl = character.unicodeScalars.allSatisfy {
      $0.properties.generalCategory == .control
    }
    return isControl ? "control" : "invisible"
  }

  private static func isInvisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isDefaultIgnorableCodePoint || properties.isWhitespace
        || properties.generalCategory == .control || properties.generalCategory == .format
    }
  }

  /// The code points of a character; of a long sequence the first ones.
  private static func codePoints(of character: Character) -> String {
    let scalars = character.unicodeScalars
    let shown = scalars.prefix(4).map(codePoint).joined(separator: " ")
    return scalars.count > 4 ? shown + " …" : shown
  }

  private static func codePoint(_ scalar: Unicode.Scalar) -> String {
    "U+" + String(hexadecimal: scalar.value, width: 4, uppercase: true)
  }
}
