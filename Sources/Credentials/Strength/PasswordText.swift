/// A password in the forms that patterns are sought in.
struct PasswordText {
  /// The code points as typed, composed, at most ``PasswordStrength/maximumLength``.
  let typed: [UInt32]
  /// The same in lower case, one for one.
  let folded: [UInt32]

  var count: Int { typed.count }

  init(_ text: String) {
    // Cuts first, so that text of any length takes no longer than a short one.
    let head = String(text.unicodeScalars.prefix(PasswordStrength.maximumLength))
    let composed = head.normalizedNFC.unicodeScalars
    typed = composed.map(\.value)
    folded = composed.map { scalar in
      if scalar.isASCII { return scalar.value | (("A"..."Z").contains(scalar) ? 0x20 : 0) }
      let lower = scalar.properties.lowercaseMapping.unicodeScalars
      return lower.count == 1 ? lower[lower.startIndex].value : scalar.value
    }
  }

  /// The same with unmarked Latin letters, which attackers try instead; nil if there are no marks.
  /// `ß` is `ss`, and the like.
  var withoutMarks: PasswordText? {
    guard typed.contains(where: { $0 >= 0x80 }) else { return nil }
    var plain = String.UnicodeScalarView()
    for scalar in typed.compactMap(Unicode.Scalar.init) { plain += scalar.withoutMarks }
    let text = PasswordText(String(plain))
    return text.typed == typed ? nil : text
  }

  /// The code points of another text that are not in some parts of it.
  init(_ text: PasswordText, without parts: [Range<Int>]) {
    let kept = (0..<text.count).filter { index in !parts.contains { $0.contains(index) } }
    typed = kept.map { text.typed[$0] }
    folded = kept.map { text.folded[$0] }
  }

  /// All patterns, by the index after their last character.
  func patterns(own: OwnWords, words: WordList?) -> [[GuessPattern]] {
    var found = [[GuessPattern]](repeating: [], count: count + 1)
    func add(_ patterns: [GuessPattern]) {
      for pattern in patterns { found[pattern.range.upperBound].append(pattern) }
    }
    add(commonWords(words))
    add(ownWords(own))
    add(wordLikeRuns())
    add(keyboardWalks())
    add(sequences())
    add(dates())
    addRepetitions(to: &found)
    return found
  }

  /// The number of arrangements of a part's capitals: one for none, two for the usual ones, which
  /// are the first letter, the last one or all.
  func capitals(in range: Range<Int>) -> Double {
    var (capitals, small) = (0, 0)
    for index in range {
      if typed[index] != folded[index] {
        capitals += 1
      } else if isLowercaseLetter(folded[index]) {
        small += 1
      }
    }
    if capitals == 0 { return 0 }
    func isCapital(_ index: Int) -> Bool { typed[index] != folded[index] }
    let isUsual =
      small == 0
      || capitals == 1 && (isCapital(range.lowerBound) || isCapital(range.upperBound - 1))
    return isUsual ? Guesses.bit : Guesses.variations(changed: capitals, unchanged: small)
  }

  private func isLowercaseLetter(_ value: UInt32) -> Bool {
    if value < 0x80 { return value >= 0x61 && value <= 0x7A }
    return Unicode.Scalar(value)?.properties.isLowercase == true
  }
}

extension Unicode.Scalar {
  /// The unmarked Latin letters that replace it: none for a mark by itself.
  fileprivate var withoutMarks: String.UnicodeScalarView {
    if isASCII { return String.UnicodeScalarView([self]) }
    if properties.generalCategory == .nonspacingMark { return String.UnicodeScalarView() }
    let letters: String? =
      switch self {
      case "ß", "ẞ": "ss"
      case "æ": "ae"
      case "Æ": "Ae"
      case "œ": "oe"
      case "Œ": "Oe"
      case "þ": "th"
      case "Þ": "Th"
      case "ð": "d"
      case "Ð": "D"
      case "ı": "i"
      // Letters, digits and signs as wide as Chinese ones.
      case "\u{FF01}"..."\u{FF5E}": Unicode.Scalar(value - 0xFEE0).map { String($0) }
      default: baseLetter
      }
    return letters?.unicodeScalars ?? String.UnicodeScalarView([self])
  }

  /// The letter in its name: e of `LATIN SMALL LETTER E WITH ACUTE`.
  private var baseLetter: String? {
    let words = properties.name?.split(separator: " ") ?? []
    guard words.count > 4, words[0] == "LATIN", words[2] == "LETTER", words[4] == "WITH",
      words[3].utf8.count == 1
    else { return nil }
    return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
  }
}

extension UInt32 {
  /// The value of an ASCII digit.
  var digit: Int? { self >= 0x30 && self <= 0x39 ? Int(self - 0x30) : nil }
}
