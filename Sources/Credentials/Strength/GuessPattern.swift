import Platform

/// A part of a password that takes fewer guesses than its characters do one by one.
struct GuessPattern: Equatable {
  var range: Range<Int>
  var kind: Kind
  /// The decimal logarithm of the number of guesses.
  var cost: Double

  enum Kind: Hashable {
    /// A word of a list.
    case word(CommonWords.List)
    /// A text of the user's own.
    case ownWord
    /// Letters that follow each other as in a word.
    case wordLike
    /// Neighbouring keys.
    case keyboardWalk
    /// Characters in their order.
    case sequence
    /// A block that repeats.
    case repetition, year, date
  }
}

/// Numbers of guesses, as decimal logarithms: adding them multiplies the guesses, without overflow.
enum Guesses {
  /// A choice between two.
  static let bit = 0.301_029_995_663_981_2
  /// The least for a part that is one character, and the cost of each more that fits no pattern.
  static let character = 1.0
  /// A single character that fits no pattern: eleven guesses, so that a pattern is preferred.
  static let loneCharacter = 1.041_392_685_158_225
  /// The least for a part of several characters: fifty guesses.
  static let part = 1.698_970_004_336_019

  /// The logarithm of a number of guesses.
  static func count(_ number: Double) -> Double { log10(number) }

  /// The sum of two numbers of guesses.
  static func sum(_ a: Double, _ b: Double) -> Double {
    let (low, high) = (min(a, b), max(a, b))
    return high + log10(1 + pow(10, low - high))
  }

  /// The number of combinations in which up to `changed` of all characters are changed and
  /// `unchanged` ones are not: 1 for none, 2 if it is all or none.
  static func variations(changed: Int, unchanged: Int) -> Double {
    if changed == 0 { return 0 }
    if unchanged == 0 { return bit }
    let all = Double(changed + unchanged)
    var (sum, binomial) = (0.0, 1.0)
    for k in 1...min(changed, unchanged) {
      binomial *= (all - Double(k) + 1) / Double(k)
      sum += binomial
    }
    return log10(sum)
  }
}
