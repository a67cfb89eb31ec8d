import Formats
import Testing

@Suite("Normalization forms")
struct NormalizationTests {
  static let cases: [(composed: String, decomposed: String)] = [
    ("é", "e\u{301}"), ("Ü", "U\u{308}"), ("ậ", "a\u{323}\u{302}"), ("ǖ", "u\u{308}\u{304}"),
    ("ş", "s\u{327}"), ("ő", "o\u{30B}"), ("ả", "a\u{309}"), ("ơ", "o\u{31B}"),
    ("ά", "α\u{301}"), ("ᾂ", "α\u{313}\u{300}\u{345}"), ("й", "и\u{306}"), ("ё", "е\u{308}"),
    ("が", "か\u{3099}"), ("パ", "ハ\u{309A}"), ("가", "\u{1100}\u{1161}"),
    ("한", "\u{1112}\u{1161}\u{11AB}"), ("Fußball", "Fußball"), ("đ", "đ"), ("漢字", "漢字"),
    ("x", "x"), ("", ""),
  ]

  @Test("A letter stands before its marks, or is composed with them", arguments: cases)
  func forms(composed: String, decomposed: String) {
    for text in [composed, decomposed] {
      #expect(text.normalizedNFD.unicodeScalars.elementsEqual(decomposed.unicodeScalars))
      #expect(text.normalizedNFC.unicodeScalars.elementsEqual(composed.unicodeScalars))
    }
  }
}
