extension Unicode.Scalar {
  /// This character at its usual width: what full-width ASCII (U+FF01…U+FF5E) and half-width
  /// katakana (U+FF65…U+FF9F) are another form of.
  ///
  /// Half-width hangul and signs have no place in names at any width, and stay.
  var usualWidth: Unicode.Scalar {
    switch value {
    case 0xFF01...0xFF5E: Unicode.Scalar(value - 0xFEE0) ?? self
    case 0xFF65...0xFF9F: Unicode.Scalar.katakana[Int(value - 0xFF65)]
    default: self
    }
  }

  /// What U+FF65 and those behind it are half as wide as.
  private static let katakana = Array(
    ("・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
      + "\u{3099}\u{309A}").unicodeScalars)
}
