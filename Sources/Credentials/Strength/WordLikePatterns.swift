extension PasswordText {
  /// Runs of six to thirteen letters that read like a word, even if no list has it: `velociraptor`.
  ///
  /// Attackers have lists of a million words, towns, brands and people; this package has only the
  /// commonest of them. So a run counts as a word of such a list if its letters follow each other
  /// as those of known words do.
  func wordLikeRuns() -> [GuessPattern] {
    var patterns: [GuessPattern] = []
    for start in 0..<max(0, count - 5) {
      var misses = 0
      for end in (start + 1)...min(start + 13, count) {
        guard let last = LetterTriples.letter(folded[end - 1]) else { break }
        guard end - start >= 3 else { continue }
        if !LetterTriples.known.contains(
          LetterTriples.letter(folded[end - 3])!, LetterTriples.letter(folded[end - 2])!, last)
        {
          misses += 1
        }
        if misses > 1 { break }
        let length = end - start
        guard length >= 6 else { continue }
        let cost = 4.7 + 0.35 * Double(max(0, length - 8)) + 0.3 * Double(misses)
        let range = start..<end
        patterns.append(
          GuessPattern(range: range, kind: .wordLike, cost: cost + capitals(in: range)))
      }
    }
    return patterns
  }
}

/// The letters that follow each other in the names and words of this package's lists, in threes.
struct LetterTriples {
  /// Made from the lists when the first password is estimated: two kilobytes.
  static let known = LetterTriples()

  /// A bit for each of 26³.
  private var bits = [UInt64](repeating: 0, count: (26 * 26 * 26 + 63) / 64)

  private init() {
    CommonWordTables.forEachTriple { list, first, second, third in
      // Passwords are not made of letters that follow each other.
      guard list != CommonWords.List.password.rawValue, let a = LetterTriples.letter(first),
        let b = LetterTriples.letter(second), let c = LetterTriples.letter(third)
      else { return }
      let index = (a * 26 + b) * 26 + c
      bits[index / 64] |= 1 << UInt64(index % 64)
    }
  }

  /// Returns true if a word has these letters in a row.
  func contains(_ a: Int, _ b: Int, _ c: Int) -> Bool {
    let index = (a * 26 + b) * 26 + c
    return bits[index / 64] & 1 << UInt64(index % 64) != 0
  }

  /// Returns the position of a lower-case letter in the alphabet.
  static func letter(_ value: UInt32) -> Int? {
    (0x61...0x7A).contains(value) ? Int(value - 0x61) : nil
  }
}
