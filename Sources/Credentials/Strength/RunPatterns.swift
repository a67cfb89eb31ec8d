extension PasswordText {
  /// Parts whose characters are equally spaced, by up to five: `cdef`, `987`, `acegi`; two
  /// characters only if they are neighbours.
  func sequences() -> [GuessPattern] {
    guard count >= 2 else { return [] }
    var patterns: [GuessPattern] = []
    var start = 0
    var step = Int(typed[1]) - Int(typed[0])
    func end(at end: Int) {
      let length = end - start
      guard step != 0, abs(step) <= 5, length > 2 || abs(step) == 1 else { return }
      // Few characters to begin with are obvious; falling sequences are tried later.
      let starts: Double =
        if "aAzZ019".unicodeScalars.contains(where: { $0.value == typed[start] }) {
          4
        } else if typed[start].digit != nil { 10 } else { 26 }
      let cost = Guesses.count(starts * Double(length)) + (step < 0 ? Guesses.bit : 0)
      patterns.append(GuessPattern(range: start..<end, kind: .sequence, cost: cost))
    }
    for index in 2..<max(2, count) {
      let next = Int(typed[index]) - Int(typed[index - 1])
      if next == step { continue }
      end(at: index)
      (start, step) = (index - 1, next)
    }
    end(at: count)
    return patterns
  }

  /// Adds the parts that repeat a block: `aaaa`, `Abcabc`, `passwordpassword`.
  ///
  /// They cost as much as the block by itself times the number of its repetitions, so the patterns
  /// in the block must be found first. Blocks are processed by length, so that nested repetitions
  /// are found, too.
  func addRepetitions(to found: inout [[GuessPattern]]) {
    var covered: [(range: Range<Int>, block: Int)] = []
    for block in 1...max(1, count / 2) where block * 2 <= count {
      var start = 0
      while start + block < count {
        var end = start + block
        while end < count, folded[end] == folded[end - block] { end += 1 }
        let times = (end - start) / block
        let run = start..<end
        // `aaaa` is not a repetition of `aa`.
        let isNew = !covered.contains {
          block.isMultiple(of: $0.block) && $0.range.lowerBound <= run.lowerBound
            && $0.range.upperBound >= run.upperBound
        }
        if times >= 2, isNew {
          covered.append((run, block))
          add(run, block: block, times: times, to: &found)
        }
        start = max(start + 1, end - block + 1)
      }
    }
  }

  private func add(_ run: Range<Int>, block: Int, times: Int, to found: inout [[GuessPattern]]) {
    // The rest of a block may be left out at either end.
    for start in Set([run.lowerBound, run.upperBound - block * times]) {
      let first = start..<(start + block)
      let base = GuessSearch(found).cheapest(in: first).cost
      let range = start..<(start + block * times)
      // Capitals that repeat with the block are part of it.
      let isExact = range.dropFirst(block).allSatisfy { typed[$0] == typed[$0 - block] }
      let cost = base + Guesses.count(Double(times)) + (isExact ? 0 : capitals(in: range))
      found[range.upperBound].append(GuessPattern(range: range, kind: .repetition, cost: cost))
    }
  }
}
