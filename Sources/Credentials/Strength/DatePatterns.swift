extension PasswordText {
  /// Years, and dates in any order, with and without a sign between: `1987`, `24.12.2024`,
  /// `311299`.
  func dates() -> [GuessPattern] {
    var patterns: [GuessPattern] = []
    for start in typed.indices where typed[start].digit != nil {
      for length in 4...10 where start + length <= count {
        let range = start..<(start + length)
        if let year = year(in: range) {
          let cost = Guesses.count(Day.guesses(ofYear: year))
          patterns.append(GuessPattern(range: range, kind: .year, cost: cost))
        }
        if let cost = digits(in: range).flatMap(Day.cost) ?? separated(range) {
          patterns.append(GuessPattern(range: range, kind: .date, cost: cost))
        }
      }
    }
    return patterns
  }

  /// Four digits that are a year from 1900 to 2049.
  private func year(in range: Range<Int>) -> Int? {
    guard range.count == 4, let year = digits(in: range)?.reduce(0, { $0 * 10 + $1 }),
      (1900..<2050).contains(year)
    else { return nil }
    return year
  }

  private func digits(in range: Range<Int>) -> [Int]? {
    guard range.count <= 8 else { return nil }
    let digits = typed[range].compactMap(\.digit)
    return digits.count == range.count ? digits : nil
  }

  /// Three numbers with the same sign between.
  private func separated(_ range: Range<Int>) -> Double? {
    guard range.count >= 6 else { return nil }
    var numbers = [0]
    var lengths = [0]
    var separator: UInt32?
    for value in typed[range] {
      if let digit = value.digit {
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + digit
        lengths[lengths.count - 1] += 1
      } else {
        guard "/\\_.- ".unicodeScalars.contains(where: { $0.value == value }),
          separator == nil || separator == value, lengths.last != 0
        else { return nil }
        separator = value
        numbers.append(0)
        lengths.append(0)
      }
    }
    guard numbers.count == 3, (1...4).contains(lengths[0]), (1...2).contains(lengths[1]),
      (1...4).contains(lengths[2])
    else { return nil }
    return Day.guesses(numbers).map { Guesses.count($0) + 2 * Guesses.bit }
  }
}

/// A day that three numbers may mean.
private enum Day {
  /// The year from which others are counted. A fixed one: the strength of a password does not
  /// change over night, and all years within twenty of it count alike.
  private static let presentYear = 2025

  /// The number of years that are tried before this one.
  static func guesses(ofYear year: Int) -> Double { Double(max(20, abs(year - presentYear))) }

  /// The positions where four to eight digits are split into three numbers.
  private static func splits(_ count: Int) -> [(Int, Int)] {
    switch count {
    case 4: [(1, 2), (2, 3)]
    case 5: [(1, 3), (2, 3)]
    case 6: [(1, 2), (2, 4), (4, 5)]
    case 7: [(1, 3), (2, 3), (4, 5), (4, 6)]
    case 8: [(2, 4), (4, 6)]
    default: []
    }
  }

  /// The cost of the likeliest date that digits can be, without signs between.
  static func cost(_ digits: [Int]) -> Double? {
    func number(_ digits: ArraySlice<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }
    return splits(digits.count).compactMap { first, second in
      guesses([
        number(digits[..<first]), number(digits[first..<second]), number(digits[second...]),
      ])
    }
    .min().map(Guesses.count)
  }

  /// The number of days that are tried before the date that three numbers denote; nil if they are
  /// not a date. The year comes first or last and has two or four digits.
  static func guesses(_ numbers: [Int]) -> Double? {
    let orders = [
      (numbers[2], numbers[0], numbers[1]), (numbers[0], numbers[1], numbers[2]),
    ]
    return orders.compactMap { year, a, b in
      let isDay =
        (1...31).contains(a) && (1...12).contains(b) || (1...31).contains(b) && (1...12).contains(a)
      guard isDay else { return nil }
      let full: Int
      switch year {
      case 0...50: full = 2000 + year
      case 51...99: full = 1900 + year
      case 1000...2050: full = year
      default: return nil
      }
      return guesses(ofYear: full) * 365
    }
    .min()
  }
}
