/// The number of guesses that a password withstands if the attacker knows how people choose them.
///
///     let strength = PasswordStrength(of: "Manchester1!")
///     strength.score                // .weak
///     strength.advice?.warning      // .commonPassword
///
/// The password is split into common words, names and passwords (also with capitals, replaced
/// letters and backwards), parts that read like a word, the user's own texts, walks over the
/// keyboard, sequences, repetitions, dates and years; the rest counts ten guesses a character. The
/// split that takes the fewest guesses counts. That is the method of zxcvbn (Wheeler, USENIX
/// Security 2016) with lists of this package's own, some 7,700 words, and scores by its bounds.
/// `scripts/strength.py` compares the two.
///
/// It knows no leaked passwords and no grammar, so it overrates rare words and sentences. Neither
/// its result nor its advice quotes the password. It reads neither clock nor files.
///
/// A common password, or one of the user's own texts, is never more than weak, even with digits and
/// signs at its ends; nor is one word with numbers and signs around it or between its letters, such
/// as `Winter2026!` and `Password@123`. Letters with marks count as the letters without them.
///
/// Only the first 128 code points count, so that any input takes a bounded time: a longer password
/// is at least as strong as reported.
public struct PasswordStrength: Hashable, Sendable {
  /// The decimal logarithm of the number of guesses; 0 for an empty password.
  public let log10Guesses: Double
  /// The weakness and a tip; nil for a strong or an empty password.
  public var advice: PasswordAdvice?
  /// True if the whole password is expected: a common password or one of the user's own texts.
  package let isExpected: Bool

  /// The number of code points that are read.
  package static let maximumLength = 128

  /// Estimates a password.
  ///
  /// - Parameters:
  ///   - password: The password; composed and decomposed letters count as the same.
  ///   - userInputs: Texts that an attacker would try first, such as the user name.
  ///   - words: Words in addition to this package's, such as the system's.
  public init(of password: String, userInputs: [String] = [], words: WordList? = nil) {
    let text = PasswordText(password)
    let own = OwnWords(userInputs)
    self.init(allOf: text, own: own, words: words)
    if let plain = text.withoutMarks {
      let guesses = PasswordStrength(allOf: plain, own: own, words: words)
      if guesses.log10Guesses < log10Guesses { self = guesses }
    }
  }

  /// Estimates text in all readings.
  private init(allOf text: PasswordText, own: OwnWords, words: WordList?) {
    self.init(of: text, own: own, words: words)
    if let (single, times) = text.repeatedPart {
      // The password is typed with each key pressed several times, which few think of.
      let extra = Guesses.bit + Guesses.count(Double(times)) + Guesses.count(100)
      let guesses = PasswordStrength(of: single, own: own, words: words, extra: extra)
      if guesses.log10Guesses < log10Guesses { self = guesses }
    }
    var further = text.furtherOwnWords(own)
    further += text.repeatedParts().filter { part in
      !further.contains { $0.range.overlaps(part.range) }
    }
    guard !further.isEmpty else { return }
    // The search counts every part, and one sign between two names would make it strong. So only
    // the rest counts, plus an index and a position for each further name or repetition.
    let rest = PasswordText(text, without: further.map(\.range))
    let positions = Guesses.count(Double(rest.count + 1))
    let guesses = PasswordStrength(
      of: rest, own: own, words: words, extra: further.reduce(0) { $0 + $1.cost + positions })
    if guesses.log10Guesses < log10Guesses { self = guesses }
  }

  private init(of text: PasswordText, own: OwnWords, words: WordList?, extra: Double = 0) {
    guard text.count > 0 else {
      (log10Guesses, advice, isExpected) = (0, nil, false)
      return
    }
    let patterns = text.patterns(own: own, words: words)
    let cheapest = GuessSearch(patterns).cheapest(in: 0..<text.count)
    let cost = cheapest.cost + extra
    isExpected = text.isExpected(own: own)
    let isNumbered = !isExpected && text.isNumberedWord(patterns, own: own)
    log10Guesses = isExpected || isNumbered ? Score.expected(cost) : cost
    advice =
      isNumbered && cost > log10Guesses
      ? PasswordAdvice(warning: .numberedWord, tip: .lengthen)
      : PasswordAdvice(
        score: Score(log10Guesses: log10Guesses), isExpected: isExpected, text: text,
        patterns: cheapest.patterns)
  }

  /// The guesses on a scale of five.
  public var score: Score { Score(log10Guesses: log10Guesses) }

  /// Five steps of strength, by zxcvbn's bounds of 10³, 10⁶, 10⁸ and 10¹⁰ guesses.
  public enum Score: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// Guessed at once: about a thousand tries.
    case veryWeak
    /// Withstands a careful service's limit on tries, for a while.
    case weak
    /// Withstands guessing over the network.
    case fair
    /// Withstands some guessing against a stolen file of slow hashes.
    case good
    /// Withstands much of it.
    case strong

    /// The score of a number of guesses, given as its decimal logarithm.
    public init(log10Guesses: Double) {
      // The bounds are five guesses above the powers of ten, as in zxcvbn, so that six characters
      // guessed one by one are weak, not fair.
      self =
        switch log10Guesses {
        case ..<3.002_166: .veryWeak
        case ..<6.000_002_2: .weak
        case ..<8.000_000_022: .fair
        case ..<10.000_000_000_22: .good
        default: .strong
        }
    }

    /// The guesses of a password that is expected as a whole, or is a word with a number after it:
    /// never more than weak, but increasing with the other estimate.
    static func expected(_ cost: Double) -> Double { cost < 5.9 ? cost : 6 - 0.1 / (cost - 4.9) }

    /// The word next to the meter.
    public var word: String {
      switch self {
      case .veryWeak: "very weak"
      case .weak: "weak"
      case .fair: "fair"
      case .good: "good"
      case .strong: "strong"
      }
    }

    /// Returns true if `left` is the weaker.
    public static func < (left: Score, right: Score) -> Bool { left.rawValue < right.rawValue }
  }
}
