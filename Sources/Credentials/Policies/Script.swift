import Formats

/// The writing that a letter belongs to, as far as it distinguishes names.
///
/// Found by Unicode's blocks, which keep the letters of a script together. Rare scripts count as
/// one, `other`. Only letters have a script here: digits, signs and marks go with any.
enum Script: String, Hashable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, syriac, thaana, devanagari, bengali
  case gurmukhi, gujarati, oriya, tamil, telugu, kannada, malayalam, sinhala, thai, lao, tibetan
  case myanmar, georgian, hangul, ethiopic, cherokee, khmer, mongolian, hiragana, katakana
  case bopomofo, han, other

  /// The script of a letter.
  init(_ letter: Unicode.Scalar) {
    let next = Script.starts.indices.partitioningIndex(where: {
      Script.starts[$0].first > letter.value
    })
    self = Script.starts[next - 1].script
  }

  /// Its name in English.
  var name: String {
    self == .other ? "other" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// Returns the first two scripts of a name that are not written together; nil if all are.
  ///
  /// One script, or with Latin those of Japanese, Chinese or Korean: the level “highly restrictive”
  /// of Unicode's security mechanisms (UTS 39).
  static func mixture(in name: String) -> (first: Script, second: Script)? {
    var scripts: [Script] = []
    for scalar in name.unicodeScalars
    where scalar.properties.isAlphabetic && !IdentifierClass.isMark(scalar) {
      // The mark of a long vowel, which hiragana has, too.
      let script = scalar == "ー" ? .katakana : Script(scalar)
      guard !scripts.contains(script) else { continue }
      scripts.append(script)
      guard scripts.count == 1 || together.contains(where: { $0.isSuperset(of: scripts) })
      else { return (scripts[0], script) }
    }
    return nil
  }

  private static let together: [Set<Script>] = [
    [.latin, .han, .hiragana, .katakana], [.latin, .han, .bopomofo], [.latin, .han, .hangul],
  ]

  /// The first letters of each script; those before the next entry belong to it.
  private static let starts: [(first: UInt32, script: Script)] = [
    (0x0, .latin), (0x370, .greek), (0x3E2, .other), (0x3F0, .greek), (0x400, .cyrillic),
    (0x530, .armenian), (0x590, .hebrew), (0x600, .arabic), (0x700, .syriac), (0x750, .arabic),
    (0x780, .thaana), (0x7C0, .other), (0x860, .syriac), (0x870, .arabic), (0x900, .devanagari),
    (0x980, .bengali), (0xA00, .gurmukhi), (0xA80, .gujarati), (0xB00, .oriya), (0xB80, .tamil),
    (0xC00, .telugu), (0xC80, .kannada), (0xD00, .malayalam), (0xD80, .sinhala), (0xE00, .thai),
    (0xE80, .lao), (0xF00, .tibetan), (0x1000, .myanmar), (0x10A0, .georgian), (0x1100, .hangul),
    (0x1200, .ethiopic), (0x13A0, .cherokee), (0x1400, .other), (0x1780, .khmer),
    (0x1800, .mongolian), (0x18B0, .other), (0x1C80, .cyrillic), (0x1C90, .georgian),
    (0x1CC0, .other), (0x1D00, .latin), (0x1D26, .greek), (0x1D2B, .cyrillic), (0x1D2C, .latin),
    (0x1D5D, .greek), (0x1D62, .latin), (0x1D66, .greek), (0x1D6B, .latin), (0x1D78, .cyrillic),
    (0x1D79, .latin), (0x1DBF, .greek), (0x1DC0, .latin), (0x1F00, .greek), (0x2000, .latin),
    (0x2126, .greek), (0x2127, .latin), (0x2C00, .other), (0x2C60, .latin), (0x2C80, .other),
    (0x2D00, .georgian), (0x2D30, .other), (0x2D80, .ethiopic), (0x2DE0, .cyrillic), (0x2E80, .han),
    (0x3040, .hiragana), (0x30A0, .katakana), (0x3100, .bopomofo), (0x3130, .hangul),
    (0x3190, .han), (0x31A0, .bopomofo), (0x31C0, .han), (0x31F0, .katakana), (0x3200, .other),
    (0x3400, .han), (0xA000, .other), (0xA640, .cyrillic), (0xA6A0, .other), (0xA720, .latin),
    (0xA800, .other), (0xA8E0, .devanagari), (0xA900, .other), (0xA960, .hangul), (0xA980, .other),
    (0xA9E0, .myanmar), (0xAA00, .other), (0xAA60, .myanmar), (0xAA80, .other), (0xAB01, .ethiopic),
    (0xAB30, .latin), (0xAB65, .greek), (0xAB66, .latin), (0xAB70, .cherokee), (0xABC0, .other),
    (0xAC00, .hangul), (0xD800, .other), (0xF900, .han), (0xFB00, .latin), (0xFB13, .armenian),
    (0xFB1D, .hebrew), (0xFB50, .arabic), (0xFE00, .other), (0xFE70, .arabic), (0xFF00, .latin),
    (0xFF65, .katakana), (0xFFA0, .hangul), (0x1_0000, .other), (0x1_0780, .latin),
    (0x1_07C0, .other), (0x1_0EC0, .arabic), (0x1_0F00, .other), (0x1_AFF0, .katakana),
    (0x1_B130, .other), (0x1_DF00, .latin), (0x1_E000, .other), (0x1_E030, .cyrillic),
    (0x1_E090, .other), (0x1_E7E0, .ethiopic), (0x1_E800, .other), (0x1_EE00, .arabic),
    (0x1_EF00, .other), (0x2_0000, .han), (0x4_0000, .other),
  ]
}
