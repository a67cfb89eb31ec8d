#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The cheapest way to put a password together from patterns and single characters.
///
/// Costs are decimal logarithms of guesses: they add up where guesses multiply, and do not
/// overflow.
struct PasswordEstimate {
  /// The cost of the whole.
  let log10Guesses: Double
  /// The patterns on the cheapest way, in order; what lies between them is guessed one by one.
  let patterns: [PasswordPattern]
  private let length: Int

  /// The number of code points that are looked at.
  static let maximumLength = 128

  init(of password: String, userInputs: [String] = []) {
    let text = PasswordText(password)
    length = text.count
    let found = text.patterns(userInputs: userInputs)
    // best[end] is the cheapest way to the first `end` characters, by its last step.
    var best: [(cost: Double, last: PasswordPattern?)] = [(0, nil)]
    for end in 0..<length {
      best.append((best[end].cost + text.singleCost(at: end), nil))
      for pattern in found[end + 1] {
        // An attacker has to guess that a pattern is here, too: one bit.
        let joint = pattern.range.count == length ? 0 : PasswordPattern.bit
        let cost = best[pattern.range.lowerBound].cost + pattern.cost + joint
        if cost < best[end + 1].cost { best[end + 1] = (cost, pattern) }
      }
    }
    log10Guesses = best[length].cost
    var patterns: [PasswordPattern] = []
    var end = length
    while end > 0 {
      guard let pattern = best[end].last else {
        end -= 1
        continue
      }
      patterns.append(pattern)
      end = pattern.range.lowerBound
    }
    self.patterns = patterns.reversed()
  }

  /// Whether one pattern covers the whole password: a list of common ones would have it.
  var isExpected: Bool {
    length > 0 && patterns.first?.range == 0..<length
  }

  /// What to advise the user: about the pattern that covers most of the password.
  var advice: PasswordAdvice? {
    guard length > 0, PasswordStrength.Score(log10Guesses: log10Guesses) < .strong else {
      return nil
    }
    let worst = patterns.max { $0.range.count < $1.range.count }
    guard let worst else { return .tooShort }
    return worst.kind == .commonWord && isExpected ? .commonPassword : worst.kind
  }
}

/// A part of a password that takes fewer guesses than its characters do one by one.
struct PasswordPattern: Equatable {
  var range: Range<Int>
  var kind: PasswordAdvice
  /// The decimal logarithm of the number of guesses.
  var cost: Double

  /// The cost of one choice between two.
  static let bit = log10(2.0)
}
