/// The characters of names outside ASCII: the IdentifierClass of RFC 8264.
///
///     IdentifierClass.contains("ж")  // true
///     IdentifierClass.contains("²")  // false: a compatibility form of 2
///
/// The properties of a character come from the standard library, and follow its version of Unicode;
/// the RFC's few exceptions are listed here. The names are in lower case, at their usual width and
/// composed, so capitals are not in the class.
enum IdentifierClass {
  /// Returns true if a code point of a name is allowed at its position.
  ///
  /// Some are allowed only next to certain others (RFC 5892, appendix A). A zero-width non-joiner
  /// between letters that would join needs a table of joining letters; without that table it is
  /// refused, except after a virama.
  static func allows(_ name: [Unicode.Scalar], at index: Int) -> Bool {
    let before = index > 0 ? name[index - 1] : nil
    let after = index + 1 < name.count ? name[index + 1] : nil
    switch name[index].value {
    case 0x200C, 0x200D: return before?.properties.canonicalCombiningClass == .virama
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return after.map(Script.init) == .greek
    case 0x5F3, 0x5F4: return before.map(Script.init) == .hebrew
    case 0x30FB:
      return name.contains { [.hiragana, .katakana, .han].contains(Script($0)) && $0 != "・" }
    default: return contains(name[index])
    }
  }

  /// Returns true if a code point is allowed in a name, at any position.
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x21...0x7E: return true
    // The RFC's exceptions.
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    // Parts of hangul syllables.
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
    default: break
    }
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint || isCompatibilityForm(scalar) { return false }
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber:
      return true
    default: return isMark(scalar)
    }
  }

  /// Returns true if a code point is a mark on the one before it.
  static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: false
    }
  }

  /// Returns true if NFKC changes a code point in lower case, such as `²`, `ﬁ` or `ſ`.
  ///
  /// The standard library has a property for NFKC and folding case together. Some lower-case
  /// letters fold alone: Cherokee's, old Cyrillic ones, and Greek ones with an iota below.
  private static func isCompatibilityForm(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x345, 0x13F8...0x13FD, 0x1C80...0x1C88, 0x1C8A, 0x1F80...0x1FBC, 0x1FC2...0x1FCC,
      0x1FF2...0x1FFC, 0xAB70...0xABBF:
      false
    default: scalar.properties.changesWhenNFKCCaseFolded
    }
  }
}
