extension Unicode.Scalar {
  /// The usual form of full-width ASCII (U+FF01…U+FF5E) and half-width katakana (U+FF65…U+FF9F);
  /// any other character itself.
  ///
  /// Half-width hangul and signs are not allowed in names at any width, and stay.
  var usualWidth: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0xFF65...0xFF9F: Unicode.Scalar.katakana[Int(value - 0xFF65)]
    default: self
    }
  }

  /// The katakana whose half-width forms are U+FF65 and the code points after it.
  private static let katakana = Array(
    ("・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
      + "\u{3099}\u{309A}").unicodeScalars)
}
