extension PasswordText {
  /// Returns true if all of it is one word with a capital, a number behind it and a sign at the
  /// end: `Winter2026!`, `Bundesliga1!`.
  ///
  /// Rules that require kinds of character make people choose such passwords, so attackers try all
  /// words with all years and short numbers first. The word is a known one, one of the user's own
  /// or reads like one, also with replaced letters.
  ///
  /// - Parameter patterns: The patterns of the text, by the index after their last character.
  func isNumberedWord(_ patterns: [[GuessPattern]]) -> Bool {
    guard let sign = folded.last, isSign(sign) else { return false }
    let digits = folded.dropLast().reversed().prefix { $0.digit != nil }.count
    let end = count - 1 - digits
    guard end >= 4, isUsualNumber(folded[end..<(count - 1)].compactMap(\.digit)) else {
      return false
    }
    return patterns[end].contains { pattern in
      guard pattern.range.lowerBound == 0 else { return false }
      switch pattern.kind {
      case .word, .wordLike, .ownWord: return capitals(in: pattern.range) == Guesses.bit
      case .keyboardWalk, .sequence, .repetition, .year, .date: return false
      }
    }
  }

  /// Returns true if a character is neither a letter nor a digit.
  private func isSign(_ value: UInt32) -> Bool {
    guard value.digit == nil, let scalar = Unicode.Scalar(value) else { return false }
    return !scalar.properties.isAlphabetic
  }

  /// Returns true if many people put these digits behind a word: a year, up to three digits, or
  /// four in their order or alike, `1234` and `7777`.
  private func isUsualNumber(_ digits: [Int]) -> Bool {
    guard digits.count == 4 else { return (1...3).contains(digits.count) }
    let steps = Set(zip(digits, digits.dropFirst()).map { $1 - $0 })
    return [[-1], [0], [1]].contains(steps)
      || (1900..<2050).contains(digits.reduce(0) { $0 * 10 + $1 })
  }
}
