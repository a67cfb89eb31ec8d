import Formats

/// The columns that the terminal itself gives to characters, before they are made safe.
///
/// A program that draws calls `Glyph.columns(of:)`, which counts the columns on the canvas. Columns
/// follow Unicode's East Asian Width (Wide and Fullwidth are two, Ambiguous is one) and the emoji
/// rules of UTS #51, from the tables in `WidthTable`. Terminals disagree about sequences, so
/// `isUncertain` identifies the graphemes after which the cursor's position is unknown.
package enum CharacterWidth {
  /// Returns the columns of one scalar by itself: 0 for marks and format characters, 2 for wide
  /// ones.
  package static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (value >= 0x7F && value < 0xA0) ? 0 : 1 }
    if contains(WidthTable.zero, value) { return 0 }
    return contains(WidthTable.wide, value) ? 2 : 1
  }

  /// Returns true if a scalar by itself takes one column everywhere, without looking it up: Latin
  /// letters, dashes and quotes, arrows, ticks, lines and blocks, Braille patterns, and the sign
  /// for work under way.
  ///
  /// Screens consist of these; looking each up in Unicode's tables would take most of a frame's
  /// time.
  static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300, 0x2010..<0x2028, 0x2190..<0x2200, 0x22EF,
      0x2500..<0x25FD, 0x2713..<0x2719, 0x2800..<0x2900:
      true
    default: false
    }
  }

  /// Returns the columns that the canvas reserves for one grapheme: 0, 1 or 2.
  package static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return columns(of: first) }
    if isEmojiSequence(scalars) { return 2 }
    return min(2, naiveColumns(of: character))
  }

  /// Returns the columns on a terminal that supports only scalars, not graphemes.
  static func naiveColumns(of character: Character) -> Int {
    character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns true if terminals in use are known to give `character` different widths.
  static func isUncertain(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let first = scalars.first, scalars.count > 1 || first.value >= 0x300 else { return false }
    if scalars.count > 1 {
      if isEmojiSequence(scalars) { return true }
      if naiveColumns(of: character) != columns(of: first) { return true }
      if scalars.contains(where: { $0.properties.generalCategory == .spacingMark }) { return true }
      if scalars.contains(where: { $0.value == 0xFE0E }) { return true }
    }
    if isRegionalIndicator(first) || isRecentlyWidened(first.value) { return true }
    guard let age = first.properties.age else { return true }
    if first.properties.generalCategory == .privateUse { return true }
    return age.major >= 14 && contains(WidthTable.wide, first.value)
  }

  private static func isEmojiSequence(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    if isRegionalIndicator(first) { return scalars.count > 1 }
    guard contains(WidthTable.emoji, first.value) else { return false }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier
        || (0xE0020...0xE007F).contains($0.value)
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Returns true for symbols that Unicode 16 made wide: one column for terminals with older
  /// tables, two for newer.
  private static func isRecentlyWidened(_ value: UInt32) -> Bool {
    (0x2630...0x2637).contains(value) || (0x268A...0x268F).contains(value)
      || (0x4DC0...0x4DFF).contains(value) || (0x1D300...0x1D376).contains(value)
  }

  /// Returns true if a value is in one of the runs; `runs` contains the first and last value of
  /// each, in order.
  private static func contains(_ runs: [UInt32], _ value: UInt32) -> Bool {
    let index = (0..<runs.count / 2).partitioningIndex(where: { value <= runs[2 * $0 + 1] })
    return 2 * index < runs.count && value >= runs[2 * index]
  }
}
