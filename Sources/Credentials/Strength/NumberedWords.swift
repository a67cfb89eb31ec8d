extension PasswordText {
  /// Returns true if all its letters are one word, apart from numbers and signs: `Winter2026!`,
  /// `Password@123`, `1-Foot-ball`.
  ///
  /// Rules that require kinds of character make people choose such passwords, so attackers try all
  /// words with the usual numbers and signs first. The word is a known one or one of the user's
  /// own, in any case and with replaced letters; signs may divide it. Text that only reads like a
  /// word needs a usual number on one side, and a sign.
  ///
  /// - Parameter patterns: The patterns of the text, by the index after their last character.
  func isNumberedWord(_ patterns: [[GuessPattern]], own: OwnWords) -> Bool {
    let letters = folded.indices.filter { isLetter(folded[$0]) }
    guard letters.count >= 3, let first = letters.first, let last = letters.last,
      letters.count < count
    else { return false }
    let isWord = patterns[(last + 1)...].joined().contains { pattern in
      let range = pattern.range
      guard range.lowerBound <= first, range.count < count else { return false }
      let front = folded[..<range.lowerBound], back = folded[range.upperBound...]
      switch pattern.kind {
      case .word, .ownWord: return areUsual(front + back)
      case .wordLike:
        return capitals(in: range) <= Guesses.bit && (front + back).contains { $0.digit == nil }
          && [front, back].filter { $0.contains { $0.digit != nil } }.count == 1
          && isUsualNumber((front + back).compactMap(\.digit))
      case .keyboardWalk, .sequence, .repetition, .year, .date: return false
      }
    }
    return isWord || isPartedWord(first...last, own: own)
  }

  /// Returns true if a part of it is one word once all that is not a letter is left out.
  private func isPartedWord(_ range: ClosedRange<Int>, own: OwnWords) -> Bool {
    guard areUsual(folded.filter { !isLetter($0) }) else { return false }
    return ([folded] + Replacements.forms(of: folded)).contains { form in
      let word = form[range].filter(isLetter)
      guard word.count >= 4, word.count < range.count else { return false }
      return own.words.contains(word)
        || word.withUnsafeBufferPointer { CommonWords.entry(of: $0) != nil }
    }
  }

  /// Returns true if people put such numbers and signs around a word: no more digits than a
  /// telephone's number has, and few different signs.
  private func areUsual(_ values: some Collection<UInt32>) -> Bool {
    let digits = values.count { $0.digit != nil }
    return digits <= 10 && Set(values.filter { $0.digit == nil }).count <= 5
  }

  /// Returns true if many people add these digits to a word: a year, up to three digits, or more
  /// that are consecutive or equal, `1234` and `7777`.
  private func isUsualNumber(_ digits: [Int]) -> Bool {
    guard digits.count >= 4 else { return !digits.isEmpty }
    let steps = Set(zip(digits, digits.dropFirst()).map { $1 - $0 })
    return [[-1], [0], [1]].contains(steps)
      || digits.count == 4 && (1900..<2050).contains(digits.reduce(0) { $0 * 10 + $1 })
  }
}
