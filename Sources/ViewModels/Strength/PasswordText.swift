#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A password in the three forms in which patterns are looked for.
struct PasswordText {
  /// The code points as typed, composed, at most ``PasswordEstimate/maximumLength``.
  let typed: [Unicode.Scalar]
  /// The same in lower case, one for one.
  let folded: [Unicode.Scalar]
  /// The same with replaced letters put back (`p@55w0rd`), `1` and `!` as `i` and then as `l`.
  let restored: [[Unicode.Scalar]]

  var count: Int { typed.count }

  init(_ text: String) {
    // The cut comes first, so that a text of any length takes no longer than a short one.
    var head = String.UnicodeScalarView()
    head.append(contentsOf: text.unicodeScalars.prefix(PasswordEstimate.maximumLength))
    typed = Array(String(head).normalizedNFC.unicodeScalars)
    let folded = typed.map(PasswordText.fold)
    self.folded = folded
    restored = ["i", "l"].map { (one: Unicode.Scalar) in
      folded.map { $0 == "1" || $0 == "!" ? one : PasswordText.replaced[$0] ?? $0 }
    }
  }

  /// The cost of a character that is part of no pattern.
  ///
  /// Ten guesses, as in zxcvbn: less than the alphabet has, because people's choice is no dice
  /// roll.
  func singleCost(at index: Int) -> Double {
    typed[index].isASCII ? 1 : 1.5
  }

  /// All patterns, by the index after their last character.
  func patterns(userInputs: [String]) -> [[PasswordPattern]] {
    var found = [[PasswordPattern]](repeating: [], count: count + 1)
    func add(_ patterns: [PasswordPattern]) {
      for pattern in patterns { found[pattern.range.upperBound].append(pattern) }
    }
    add(words())
    add(inputs(userInputs))
    add(keyboardRuns())
    add(sequences())
    add(years())
    // Last, because the cost of what is repeated may be that of another pattern.
    add(repetitions(of: found))
    return found
  }

  private static func fold(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let lower = scalar.properties.lowercaseMapping.unicodeScalars
    return lower.count == 1 ? lower[lower.startIndex] : scalar
  }

  private static let replaced: [Unicode.Scalar: Unicode.Scalar] = [
    "0": "o", "3": "e", "4": "a", "@": "a", "5": "s", "$": "s", "7": "t", "+": "t", "8": "b",
    "9": "g", "6": "g", "2": "z",
  ]
}

// MARK: - Words

extension PasswordText {
  private func words() -> [PasswordPattern] {
    var least: [Range<Int>: Double] = [:]
    func consider(_ range: Range<Int>, rank: Int, extra: Double) {
      let cost = log10(Double(rank) + 1) + extra
      least[range] = min(least[range] ?? cost, cost)
    }
    forEachWord(of: folded) { consider($0, rank: $1, extra: 0) }
    forEachWord(of: folded.reversed()) { range, rank in
      let forwards = (count - range.upperBound)..<(count - range.lowerBound)
      consider(forwards, rank: rank, extra: PasswordPattern.bit)
    }
    for text in restored {
      forEachWord(of: text) { range, rank in
        let changes = range.reduce(0) { $0 + (text[$1] == folded[$1] ? 0 : 1) }
        // Without a change it is found above.
        if changes > 0 {
          consider(range, rank: rank, extra: Double(changes) * PasswordPattern.bit)
        }
      }
    }
    // In an order of their own, so that of patterns that cost the same always the same one counts.
    let ranges = least.keys.sorted {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }
    return ranges.map { range in
      let cost = least[range, default: 0] + capitalCost(range)
      return PasswordPattern(range: range, kind: .commonWord, cost: cost)
    }
  }

  /// Calls a closure with each stretch of three characters or more that is a word of the list.
  private func forEachWord(
    of text: [Unicode.Scalar], _ body: (_ range: Range<Int>, _ rank: Int) -> Void
  ) {
    for start in text.indices {
      var hash = WordHash()
      for end in start..<min(start + CommonPasswords.maximumLength, text.count) {
        hash.append(text[end])
        let range = start..<(end + 1)
        if range.count >= 3, let rank = CommonPasswords.rank(of: text[range], hash: hash) {
          body(range, rank)
        }
      }
    }
  }

  /// Stretches that are one of the given texts, in any case, also backwards.
  private func inputs(_ inputs: [String]) -> [PasswordPattern] {
    var patterns: [PasswordPattern] = []
    for input in inputs {
      let forwards = PasswordText(input).folded
      guard forwards.count >= 3, forwards.count <= count else { continue }
      let backwards = Array(forwards.reversed())
      for start in 0...(count - forwards.count) {
        let range = start..<(start + forwards.count)
        let isForwards =
          folded[range].elementsEqual(forwards)
          || restored.contains { $0[range].elementsEqual(forwards) }
        guard isForwards || folded[range].elementsEqual(backwards) else { continue }
        let cost = (isForwards ? 1 : 2) * PasswordPattern.bit + capitalCost(range)
        patterns.append(PasswordPattern(range: range, kind: .username, cost: cost))
      }
    }
    return patterns
  }

  /// Nothing for small letters, one bit for a usual way of capitals, more for an unusual one.
  private func capitalCost(_ range: Range<Int>) -> Double {
    let capitals = range.filter { typed[$0] != folded[$0] }
    guard let first = capitals.first else { return 0 }
    let letters = range.filter { typed[$0].properties.isAlphabetic }.count
    let isUsual =
      capitals.count == letters
      || capitals.count == 1 && (first == range.lowerBound || first == range.upperBound - 1)
    let bits = isUsual ? 1 : 1 + min(capitals.count, letters - capitals.count)
    return Double(max(1, bits)) * PasswordPattern.bit
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}

// MARK: - Runs

extension PasswordText {
  /// At least three letters or digits, each the next or each the one before: `cdef`, `321`.
  private func sequences() -> [PasswordPattern] {
    runs { previous, next in
      let isPlain = { (scalar: Unicode.Scalar) in
        scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal
      }
      guard isPlain(previous), isPlain(next) else { return nil }
      let step = Int(next.value) - Int(previous.value)
      return abs(step) == 1 ? step : nil
    }
    .compactMap { range, step in
      guard range.count >= 3 else { return nil }
      let isObvious = ["a", "z", "0", "1", "9"].contains(folded[range.lowerBound])
      let start = isObvious ? log10(5.0) : log10(26.0)
      let cost =
        start + log10(Double(range.count)) + (step < 0 ? PasswordPattern.bit : 0)
        + capitalCost(range)
      return PasswordPattern(range: range, kind: .sequence, cost: cost)
    }
  }

  /// At least four keys, each beside the one before: `qwert`, `1qaz`.
  private func keyboardRuns() -> [PasswordPattern] {
    runs { previous, next in
      guard let from = Keyboard.keys[previous], let to = Keyboard.keys[next] else { return nil }
      // One run whatever its turns; these are counted below.
      return from.isBeside(to) ? 1 : nil
    }
    .compactMap { range, _ in
      guard range.count >= 4 else { return nil }
      let keys = range.compactMap { Keyboard.keys[folded[$0]] }
      let directions = zip(keys, keys.dropFirst()).map { $0.direction(to: $1) }
      let turns = 1 + zip(directions, directions.dropFirst()).filter { $0 != $1 }.count
      // 47 keys to start at, so many lengths, and six neighbours to turn to.
      let cost =
        log10(47 * Double(range.count)) + Double(turns) * log10(6.0) + capitalCost(range)
      return PasswordPattern(range: range, kind: .keyboardRun, cost: cost)
    }
  }

  /// The longest stretches in which every neighbouring pair has the same step.
  private func runs(
    _ step: (Unicode.Scalar, Unicode.Scalar) -> Int?
  ) -> [(range: Range<Int>, step: Int)] {
    var runs: [(range: Range<Int>, step: Int)] = []
    var start = 0
    var current: Int?
    for index in 1..<max(1, count) {
      let next = step(folded[index - 1], folded[index])
      if next == current { continue }
      if let current { runs.append((start..<index, current)) }
      start = index - 1
      current = next
    }
    if let current { runs.append((start..<count, current)) }
    return runs
  }

  /// Four digits from 1900 to 2049.
  private func years() -> [PasswordPattern] {
    guard count >= 4 else { return [] }
    return (0...(count - 4)).compactMap { start in
      let range = start..<(start + 4)
      guard let year = Int(PasswordText.string(folded[range])), (1900..<2050).contains(year)
      else { return nil }
      return PasswordPattern(range: range, kind: .year, cost: log10(150))
    }
  }
}

// MARK: - Repetitions

extension PasswordText {
  /// The longest block that is looked for; longer ones add hardly anything to the estimate.
  private static let longestBlock = 32

  /// `aaaa`, `abcabc`, `passwordpassword`: a block and how often it is there.
  private func repetitions(of found: [[PasswordPattern]]) -> [PasswordPattern] {
    var patterns: [PasswordPattern] = []
    for length in 1...PasswordText.longestBlock {
      guard length * 2 <= count else { break }
      var start = 0
      while start + length < count {
        var end = start + length
        while end < count, folded[end] == folded[end - length] { end += 1 }
        let times = (end - start) / length
        if times >= 2, times * length >= 3 {
          // A rest of a block is left out at the end; the run may begin anywhere within a block.
          for shift in 0...(end - start - times * length) {
            let range = (start + shift)..<(start + shift + times * length)
            patterns.append(repetition(range, block: length, found))
          }
        }
        start = max(start + 1, end - length + 1)
      }
    }
    return patterns
  }

  private func repetition(
    _ range: Range<Int>, block: Int, _ found: [[PasswordPattern]]
  ) -> PasswordPattern {
    let start = range.lowerBound
    let single = (start..<(start + block)).reduce(0) { $0 + singleCost(at: $1) }
    let known = found[start + block].filter { $0.range.lowerBound == start }.map(\.cost).min()
    let cost = min(single, known ?? single) + log10(Double(range.count / block))
    return PasswordPattern(
      range: range, kind: .repetition, cost: cost + capitalCost(start..<(start + block)))
  }
}
