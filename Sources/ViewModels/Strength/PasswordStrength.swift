/// A cheap, honest guess at how many tries a password would withstand.
///
///     let strength = PasswordStrength(of: "Summer2024!")
///     strength.score   // .fair
///     strength.advice  // .commonWord
///
/// It looks for common words and names (a list of some 240, also with capitals, replaced letters
/// and backwards), the user's own name, runs of neighbouring keys, sequences, repetitions and
/// years, and takes the cheapest way to put the password together from these and from single
/// characters at ten guesses each. That follows the idea of zxcvbn (Wheeler, USENIX Security 2016)
/// on a small scale.
///
/// It knows no large dictionary, no leaked passwords, no dates, no grammar and no keyboard but the
/// US one, so it is kind to ordinary words of any language. It is for a meter beside the field;
/// only a policy refuses a password. Neither its result nor its advice quotes the password.
///
/// Only the first 128 code points count, so any input takes a bounded time.
public struct PasswordStrength: Hashable, Sendable {
  /// The decimal logarithm of the number of guesses; 0 for an empty password.
  public let log10Guesses: Double
  /// The one thing that would help most; nil for a strong or an empty password.
  public let advice: PasswordAdvice?

  /// Estimates a password, with texts that an attacker would try first, such as the user name.
  public init(of password: String, userInputs: [String] = []) {
    let estimate = PasswordEstimate(of: password, userInputs: userInputs)
    log10Guesses = estimate.log10Guesses
    advice = estimate.advice
  }

  /// The guesses on a scale of five.
  public var score: Score { Score(log10Guesses: log10Guesses) }

  /// Five steps of strength, by zxcvbn's bounds of 10³, 10⁶, 10⁸ and 10¹⁰ guesses.
  public enum Score: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Guessed at once: fewer than a thousand tries.
    case veryWeak
    /// Withstands a careful service's limit on tries, for a while.
    case weak
    /// Withstands guessing over the network.
    case fair
    /// Withstands some guessing against a stolen file of slow hashes.
    case good
    /// Withstands much of it.
    case strong

    init(log10Guesses: Double) {
      self =
        switch log10Guesses {
        case ..<3: .veryWeak
        case ..<6: .weak
        case ..<8: .fair
        case ..<10: .good
        default: .strong
        }
    }

    /// The word beside the meter.
    public var word: String {
      switch self {
      case .veryWeak: "very weak"
      case .weak: "weak"
      case .fair: "fair"
      case .good: "good"
      case .strong: "strong"
      }
    }

    /// Whether `left` is the weaker.
    public static func < (left: Score, right: Score) -> Bool {
      left.rawValue < right.rawValue
    }
  }
}

/// The one thing that would make a password harder to guess.
public enum PasswordAdvice: String, Hashable, Sendable, CaseIterable {
  /// It is a common password, whatever the capitals and replaced letters.
  case commonPassword
  /// A common word or name is part of it.
  case commonWord
  /// The user name is part of it.
  case username
  /// Neighbouring keys are.
  case keyboardRun
  /// Letters or digits in their order are.
  case sequence
  /// Something repeated is.
  case repetition
  /// A year is.
  case year
  /// Nothing is wrong with it but its length.
  case tooShort

  /// A sentence in English.
  public var text: String {
    switch self {
    case .commonPassword: "Everybody tries this one first"
    case .commonWord: "Common words are tried first; add rarer ones"
    case .username: "Leave your username out of it"
    case .keyboardRun: "Neighbouring keys are easy to guess"
    case .sequence: "Sequences such as abc or 321 are easy to guess"
    case .repetition: "Repeating adds nothing; add something new"
    case .year: "Years are easy to guess"
    case .tooShort: "Add another word or two"
    }
  }
}
