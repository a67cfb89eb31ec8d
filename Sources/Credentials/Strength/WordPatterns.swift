/// A user's own texts, and the words in them.
struct OwnWords {
  /// In lower case, the likeliest first, of three characters or more.
  let words: [[UInt32]]

  /// Takes the first 32 texts, and of each the first 128 code points.
  init(_ texts: [String]) {
    var words: [[UInt32]] = []
    for text in texts.prefix(32) {
      let text = PasswordText(text)
      for folded in [text.folded] + (text.withoutMarks.map { [$0.folded] } ?? []) {
        let parts = folded.split { $0 < 0x80 && !OwnWords.isLetterOrDigit($0) }.map(Array.init)
        for word in [folded] + parts where word.count >= 3 && !words.contains(word) {
          words.append(word)
        }
      }
    }
    self.words = words
  }

  private static func isLetterOrDigit(_ value: UInt32) -> Bool {
    value.digit != nil || value >= 0x61 && value <= 0x7A
  }
}

extension PasswordText {
  /// Parts that are common words: as they are, backwards, or with replaced letters.
  func commonWords(_ more: WordList?) -> [GuessPattern] {
    var patterns: [GuessPattern] = []
    forEachWord(of: folded, more) { range, entry in patterns.append(pattern(range, entry, extra: 0))
    }
    forEachWord(of: folded.reversed(), more, allowsInflection: false) { range, entry in
      let forwards = (count - range.upperBound)..<(count - range.lowerBound)
      patterns.append(pattern(forwards, entry, extra: Guesses.bit))
    }
    for form in Replacements.forms(of: folded) {
      // A word without a replaced letter is found above.
      forEachWord(of: form, more, differingFrom: folded) { range, entry in
        if let extra = Replacements.variations(in: range, of: folded, as: form) {
          patterns.append(pattern(range, entry, extra: extra))
        }
      }
    }
    return patterns
  }

  private func pattern(
    _ range: Range<Int>, _ entry: CommonWords.Entry, extra: Double
  ) -> GuessPattern {
    GuessPattern(
      range: range, kind: .word(entry.list), cost: entry.log10Rank + capitals(in: range) + extra)
  }

  /// - Parameters:
  ///   - text: The text whose parts are looked up.
  ///   - more: Words besides the common ones.
  ///   - original: Text of the same length from which a part must differ; nil for any part.
  ///   - allowsInflection: True to look up `teachers` as `teach`, too.
  ///   - body: The action for each part that is a word.
  private func forEachWord(
    of text: [UInt32], _ more: WordList?, differingFrom original: [UInt32]? = nil,
    allowsInflection: Bool = true, _ body: (_ range: Range<Int>, _ entry: CommonWords.Entry) -> Void
  ) {
    let least = CommonWordTables.lengths.lowerBound
    guard text.count >= least else { return }
    // The end of a run of characters that may belong to a word, and the position of the next
    // character that differs.
    var (reach, difference) = (0, 0)
    text.withUnsafeBufferPointer { text in
      for start in 0...(text.count - least) {
        reach = max(reach, start + least - 1)
        while reach < text.count,
          CommonTrigrams.mayHold(text[reach - 2], text[reach - 1], text[reach])
        { reach += 1 }
        if let original {
          difference = max(difference, start)
          while difference < text.count, text[difference] == original[difference] {
            difference += 1
          }
        }
        let first = max(start + least, original == nil ? 0 : difference + 1)
        var last = min(start + CommonWords.maximumLength, text.count)
        if more == nil {
          guard reach >= start + least else { continue }
          last = min(last, reach + (allowsInflection ? CommonWords.longestInflection : 0))
        }
        guard first <= last else { continue }
        for end in first...last {
          let word = UnsafeBufferPointer(rebasing: text[start..<end])
          var entry = end <= reach ? CommonWords.entry(of: word) : nil
          if entry == nil, allowsInflection { entry = CommonWords.inflected(word) }
          if let entry { body(start..<end, entry) }
          if let cost = more?.log10Rank(of: word) {
            body(start..<end, CommonWords.Entry(list: .other, log10Rank: cost))
          }
        }
      }
    }
  }

  /// Parts that are the user's own words, in any case, with replaced letters, also backwards.
  func ownWords(_ own: OwnWords) -> [GuessPattern] {
    guard !own.words.isEmpty else { return [] }
    let forms = Replacements.forms(of: folded)
    var patterns: [GuessPattern] = []
    for (rank, word) in own.words.enumerated() where word.count <= count {
      let backwards = Array(word.reversed())
      for start in 0...(count - word.count) {
        let range = start..<(start + word.count)
        var extra: Double?
        if folded[range].elementsEqual(word) {
          extra = 0
        } else if folded[range].elementsEqual(backwards) {
          extra = Guesses.bit
        } else if let form = forms.first(where: { $0[range].elementsEqual(word) }) {
          extra = Replacements.variations(in: range, of: folded, as: form)
        }
        guard let extra else { continue }
        let cost = Guesses.count(Double(rank + 1)) + extra + capitals(in: range)
        patterns.append(GuessPattern(range: range, kind: .ownWord, cost: cost))
      }
    }
    return patterns
  }

  /// The user's own words in it except the longest, or the first of equals, none inside another: an
  /// attacker who tries one of them soon tries it twice, and two of them.
  func furtherOwnWords(_ own: OwnWords) -> [GuessPattern] {
    var found: [GuessPattern] = []
    let longestFirst = ownWords(own).sorted {
      ($1.range.count, $0.range.lowerBound) < ($0.range.count, $1.range.lowerBound)
    }
    for pattern in longestFirst where !found.contains(where: { $0.range.overlaps(pattern.range) }) {
      found.append(pattern)
    }
    return Array(found.dropFirst())
  }

  /// Returns true if the text is a common password, apart from three digits and signs at its ends,
  /// or one of the user's own texts, apart from four; with any capitals and replaced letters.
  func isExpected(own: OwnWords) -> Bool {
    ([folded] + Replacements.forms(of: folded)).contains { form in
      decorations.contains { front, back in
        let core = form[front..<(count - back)]
        if own.words.contains(where: { core.elementsEqual($0) }) { return true }
        guard front + back <= 3, core.count >= 4 else { return false }
        return core.withUnsafeBufferPointer { CommonWords.entry(of: $0)?.list == .password }
      }
    }
  }

  /// The numbers of characters, up to four in all, that are not letters and can be left out at the
  /// ends.
  private var decorations: [(front: Int, back: Int)] {
    let front = folded.prefix(4).prefix { !isLetter($0) }.count
    let back = folded.suffix(4).reversed().prefix { !isLetter($0) }.count
    var pairs: [(front: Int, back: Int)] = []
    for front in 0...front {
      for back in 0...min(back, 4 - front) where front + back < count {
        pairs.append((front, back))
      }
    }
    return pairs
  }

  func isLetter(_ value: UInt32) -> Bool {
    value < 0x80
      ? value >= 0x61 && value <= 0x7A : Unicode.Scalar(value)?.properties.isAlphabetic == true
  }
}
