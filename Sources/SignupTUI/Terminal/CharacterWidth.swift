/// How many columns text takes on a terminal.
///
/// Columns follow Unicode's East Asian Width (Wide and Fullwidth are two, Ambiguous is one) and
/// the emoji rules of UTS #51. Terminals disagree about sequences, so `isUncertain` names the
/// graphemes after which the cursor must not be assumed to be anywhere.
enum CharacterWidth {
  /// The columns of one scalar by itself: 0 for marks and format characters, 2 for wide ones.
  static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || (value >= 0x7F && value < 0xA0) ? 0 : 1 }
    if isWide(value) { return 2 }
    // Jungseong and jongseong compose with the syllable before them.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return 1
    }
  }

  /// The columns of one grapheme as we reserve them: 0, 1 or 2.
  static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return columns(of: first) }
    if isEmojiSequence(scalars) { return 2 }
    return min(2, naiveColumns(of: character))
  }

  /// The columns a terminal takes that knows scalars only and no graphemes.
  static func naiveColumns(of character: Character) -> Int {
    character.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// The columns of all of `text`, not sanitised.
  static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Whether terminals in use are known to differ about the width of `character`.
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
    return age.major >= 14 && isWide(first.value)
  }

  private static func isEmojiSequence(_ scalars: String.UnicodeScalarView) -> Bool {
    guard let first = scalars.first else { return false }
    if isRegionalIndicator(first) { return scalars.count > 1 }
    guard first.properties.isEmoji else { return false }
    return scalars.dropFirst().contains {
      $0.value == 0xFE0F || $0.value == 0x200D || $0.properties.isEmojiModifier
        || (0xE0020...0xE007F).contains($0.value)
    }
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  /// Symbols that Unicode 16 made wide; terminals with older tables take one column for them.
  private static func isRecentlyWidened(_ value: UInt32) -> Bool {
    (0x2630...0x2637).contains(value) || (0x268A...0x268F).contains(value)
      || (0x4DC0...0x4DFF).contains(value) || (0x1D300...0x1D376).contains(value)
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > wideRanges[2 * middle + 1] { low = middle + 1 } else { high = middle }
    }
    return 2 * low < wideRanges.count && value >= wideRanges[2 * low]
  }

  /// First and last of every run that is Wide or Fullwidth in Unicode 16, in order. Runs are
  /// joined across code points not assigned yet.
  private static let wideRanges: [UInt32] = [
    0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0,
    0x23F3, 0x23F3, 0x25FD, 0x25FE, 0x2614, 0x2615, 0x2630, 0x2637, 0x2648, 0x2653,
    0x267F, 0x267F, 0x268A, 0x268F, 0x2693, 0x2693, 0x26A1, 0x26A1, 0x26AA, 0x26AB,
    0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA,
    0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705,
    0x270A, 0x270B, 0x2728, 0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755,
    0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0, 0x27BF, 0x27BF, 0x2B1B, 0x2B1C,
    0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250, 0xA4C6,
    0xA960, 0xA97C, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6B,
    0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x18D08, 0x1AFF0, 0x1B2FB, 0x1D300, 0x1D356,
    0x1D360, 0x1D376, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E, 0x1F191, 0x1F19A,
    0x1F200, 0x1F265, 0x1F300, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393,
    0x1F3A0, 0x1F3CA, 0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E,
    0x1F440, 0x1F440, 0x1F442, 0x1F4FC, 0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567,
    0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4, 0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5,
    0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6DF, 0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC,
    0x1F7E0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945, 0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF,
    0x20000, 0x3FFFD,
  ]
}
