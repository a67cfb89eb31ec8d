/// The reason why a password is easy to guess, and a tip that would make it harder.
///
///     PasswordStrength(of: "qwertyuiop").advice?.text
///     // "Common passwords are tried first; choose another"
public struct PasswordAdvice: Hashable, Sendable {
  /// The weakness; nil if the only one is its length.
  public var warning: PasswordWarning?
  /// The tip.
  public var tip: PasswordTip

  /// Makes advice of a warning and a tip.
  package init(warning: PasswordWarning?, tip: PasswordTip) {
    (self.warning, self.tip) = (warning, tip)
  }

  /// Both in one sentence in English, without a full stop.
  public var text: String {
    guard let warning else { return tip.text.prefix(1).uppercased() + tip.text.dropFirst() }
    return "\(warning.text); \(tip.text)"
  }

  /// Makes advice from the cheapest division of a password; nil for a strong one.
  init?(
    score: PasswordStrength.Score, isExpected: Bool, text: PasswordText, patterns: [GuessPattern]
  ) {
    guard score < .strong else { return nil }
    // The pattern that covers most of it; of two, the first.
    let worst = patterns.max { $0.range.count < $1.range.count }
    switch worst?.kind {
    case nil, .wordLike: self.init(warning: nil, tip: .lengthen)
    case _ where isExpected && worst?.kind == .ownWord:
      self.init(warning: .username, tip: .leaveOut)
    case _ where isExpected: self.init(warning: .commonPassword, tip: .chooseAnother)
    case .word(.password):
      let isWhole = worst?.range.count == text.count
      self.init(
        warning: isWhole ? .commonPassword : .commonWord,
        tip: isWhole ? .chooseAnother : .rarerWords)
    case .word(.name), .word(.surname): self.init(warning: .name, tip: .rarerWords)
    case .word(.word), .word(.other): self.init(warning: .commonWord, tip: .rarerWords)
    case .ownWord: self.init(warning: .username, tip: .leaveOut)
    case .keyboardWalk: self.init(warning: .keyboardWalk, tip: .lessExpected)
    case .sequence: self.init(warning: .sequence, tip: .lessExpected)
    case .repetition: self.init(warning: .repetition, tip: .lessExpected)
    case .year: self.init(warning: .year, tip: .lengthen)
    case .date: self.init(warning: .date, tip: .lengthen)
    }
  }
}

/// The weakness that makes a password easy to guess.
public enum PasswordWarning: String, Hashable, Sendable, CaseIterable {
  /// It is a common password, even if with capitals, replaced letters, or symbols at its ends.
  case commonPassword
  /// Most of it is a common word.
  case commonWord
  /// It is one word with digits and symbols.
  case numberedWord
  /// Most of it is the name of a person.
  case name
  /// Most of it is one of the user's own texts, such as the user name.
  case username
  /// Most of it is a row of neighbouring keys.
  case keyboardWalk
  /// Most of it is letters or digits in their order.
  case sequence
  /// Most of it is a repetition.
  case repetition
  /// Most of it is a year.
  case year
  /// Most of it is a date.
  case date

  /// A sentence in English, without a full stop.
  public var text: String {
    switch self {
    case .commonPassword: "Common passwords are tried first"
    case .commonWord: "Common words are tried first"
    case .numberedWord: "Words with digits or symbols are tried early"
    case .name: "Names are tried first"
    case .username: "It is based on your username"
    case .keyboardWalk: "Neighbouring keys are easy to guess"
    case .sequence: "Sequences are easy to guess"
    case .repetition: "Repeating adds next to nothing"
    case .year: "Years are easy to guess"
    case .date: "Dates are easy to guess"
    }
  }
}

/// A change that would make a password harder to guess.
public enum PasswordTip: String, Hashable, Sendable, CaseIterable {
  /// More words; the tip if the length is the only weakness.
  case lengthen
  /// More characters, if words are not allowed.
  case moreCharacters
  /// Words that fewer people use.
  case rarerWords
  /// Different text in place of the weakness, which also fits if nothing may be added.
  case lessExpected
  /// Another password altogether.
  case chooseAnother
  /// The same password without the weakness.
  case leaveOut

  /// The advice in English, to follow a semicolon.
  public var text: String {
    switch self {
    case .lengthen: "add another word or two"
    case .moreCharacters: "add more characters"
    case .rarerWords: "add rare words"
    case .lessExpected: "mix it up"
    case .chooseAnother: "choose another"
    case .leaveOut: "leave it out"
    }
  }
}
