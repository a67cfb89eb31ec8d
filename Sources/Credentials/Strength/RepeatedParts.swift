extension PasswordText {
  /// Parts of four characters or more that repeat an earlier one, at any position and in any
  /// writing: `Password` in `password-Password1`. An attacker who tries a word soon tries it twice.
  ///
  /// The longest first, none over another.
  func repeatedParts() -> [GuessPattern] {
    let text = Replacements.forms(of: folded).first ?? folded
    var found: [GuessPattern] = []
    var isTaken = [Bool](repeating: false, count: count)
    while let (range, first) = longestRepetition(in: text, isTaken) {
      for index in range { isTaken[index] = true }
      let isExact = typed[range].elementsEqual(typed[first..<(first + range.count)])
      found.append(
        GuessPattern(
          range: range, kind: .repetition,
          cost: Guesses.count(5) + (isExact ? 0 : capitals(in: range))))
    }
    return found
  }

  /// The longest part that repeats an earlier one, and the position of its first occurrence; nil if
  /// none has four characters. Characters that are taken do not count.
  private func longestRepetition(
    in text: [UInt32], _ isTaken: [Bool]
  ) -> (range: Range<Int>, first: Int)? {
    var longest: (range: Range<Int>, first: Int)?
    // lengths[first]: the length of the text that is the same before `first` and before `second`.
    var lengths = [Int](repeating: 0, count: count + 1)
    for second in 0..<count {
      var diagonal = 0
      for first in 0..<second {
        let above = lengths[first + 1]
        let isSame = text[first] == text[second] && !isTaken[second] && !isTaken[first]
        let length = isSame ? min(diagonal + 1, second - first) : 0
        lengths[first + 1] = length
        diagonal = above
        if length >= 4, length > longest?.range.count ?? 0 {
          longest = ((second - length + 1)..<(second + 1), first - length + 1)
        }
      }
    }
    return longest
  }

  /// The text with each run of `times` equal characters reduced to one, `abc` for `aaabbbccc`; nil
  /// if the text does not consist of at least two such runs, or if `times` would be one.
  var repeatedPart: (text: PasswordText, times: Int)? {
    guard let first = folded.first else { return nil }
    let times = folded.prefix { $0 == first }.count
    guard times >= 2, count > times, count.isMultiple(of: times) else { return nil }
    for index in 0..<count where folded[index] != folded[index - index % times] { return nil }
    let others = (0..<count).filter { !$0.isMultiple(of: times) }.map { $0..<($0 + 1) }
    return (PasswordText(self, without: others), times)
  }
}
