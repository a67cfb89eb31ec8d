import Platform

/// Finds the cheapest division of a password into patterns and single characters.
///
/// A division into n parts costs n! × the product of its parts' guesses + 10⁴ⁿ⁻⁴ guesses: an
/// attacker does not know the parts' order, and tries fewer parts first. That is zxcvbn's formula.
/// As unpatterned text of m characters costs 10ᵐ guesses, more than m/4 + 1 parts are never the
/// cheapest, which bounds the search: O(m · (m + patterns)).
struct GuessSearch {
  /// The patterns by the index after their last character.
  private var patterns: [[GuessPattern]]

  init(_ patterns: [[GuessPattern]]) { self.patterns = patterns }

  /// Returns the cheapest division of a part of the text, and its patterns in order; the text
  /// between them is guessed character by character.
  func cheapest(in range: Range<Int>) -> (cost: Double, patterns: [GuessPattern]) {
    let (start, length) = (range.lowerBound, range.count)
    let width = length / 4 + 2
    // steps[end * width + parts]: the cheapest divisions of the characters before `end`, by their
    // last part.
    var steps = [Steps](repeating: Steps(), count: (length + 1) * width)
    steps[0].pattern = 0
    for end in 1...length {
      for parts in 1..<width {
        steps[end * width + parts].extend(
          steps[(end - 1) * width + parts], steps[(end - 1) * width + parts - 1], at: end)
      }
      for (index, pattern) in patterns[start + end].enumerated() {
        let from = pattern.range.lowerBound - start
        guard from >= 0 else { continue }
        let least = pattern.range.count == 1 ? Guesses.character : Guesses.part
        let cost = pattern.range.count == length ? pattern.cost : max(pattern.cost, least)
        for parts in 1..<width {
          let before = steps[from * width + parts - 1].best
          if before + cost < steps[end * width + parts].pattern {
            steps[end * width + parts].pattern = before + cost
            steps[end * width + parts].index = index
          }
        }
      }
    }
    return way(through: steps, width: width, start: start, length: length)
  }

  private func way(
    through steps: [Steps], width: Int, start: Int, length: Int
  ) -> (cost: Double, patterns: [GuessPattern]) {
    var (cheapest, count) = (Double.infinity, 1)
    var factorial = 0.0
    for parts in 1..<width {
      factorial += log10(Double(parts))
      let cost = Guesses.sum(
        steps[length * width + parts].best + factorial, Double(4 * (parts - 1)))
      if cost < cheapest { (cheapest, count) = (cost, parts) }
    }
    var way: [GuessPattern] = []
    var (end, parts) = (length, count)
    var mayBeSingle = true
    while end > 0 {
      let step = steps[end * width + parts]
      parts -= 1
      if mayBeSingle, step.single < step.pattern {
        end = step.singleStart
        mayBeSingle = false
      } else {
        let pattern = patterns[start + end][step.index]
        way.append(pattern)
        end = pattern.range.lowerBound - start
        mayBeSingle = true
      }
    }
    return (cheapest, way.reversed())
  }

  /// The costs of the cheapest divisions into a number of parts up to a position, without the cost
  /// of that number.
  private struct Steps {
    /// The cost with a pattern last.
    var pattern = Double.infinity
    /// The index of that pattern.
    var index = 0
    /// The cost with single characters last, and the position where they begin.
    var single = Double.infinity
    var singleStart = 0
    /// The same, before the surcharge of a lone character: the cost from which a run continues.
    private var run = Double.infinity
    private var runStart = 0

    var best: Double { min(pattern, single) }

    /// Takes one more single character: after those of `longer`, or after the last pattern of
    /// `fewer`.
    mutating func extend(_ longer: Steps, _ fewer: Steps, at end: Int) {
      if longer.run <= fewer.pattern {
        (run, runStart) = (longer.run + Guesses.character, longer.runStart)
      } else {
        (run, runStart) = (fewer.pattern + Guesses.character, end - 1)
      }
      (single, singleStart) = (run, runStart)
      if runStart == end - 1 {
        single = fewer.pattern + Guesses.loneCharacter
        if longer.run + Guesses.character < single {
          (single, singleStart) = (longer.run + Guesses.character, longer.runStart)
        }
      }
    }
  }
}
