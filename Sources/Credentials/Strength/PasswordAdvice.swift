/// Why a password is easy to guess, and what would make it harder.
///
///     PasswordStrength(of: "qwertyuiop").advice?.text
///     // "Everybody tries this one first; choose another"
public struct PasswordAdvice: Hashable, Sendable {
  /// What makes it easy to guess; nil where nothing but its length does.
  public var warning: PasswordWarning?
  /// What would help.
  public var tip: PasswordTip

  /// Puts a warning and a tip together.
  public init(warning: PasswordWarning?, tip: PasswordTip) {
    self.warning = warning
    self.tip = tip
  }

  /// Both in one sentence in English, without a full stop.
  public var text: String {
    guard let warning else { return tip.text.prefix(1).uppercased() + tip.text.dropFirst() }
    return "\(warning.text); \(tip.text)"
  }

  /// What to say of the cheapest way to guess a password; nil for a strong one.
  init?(
    score: PasswordStrength.Score, isExpected: Bool, text: PasswordText,
    patterns: [GuessPattern]
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

/// What makes a password easy to guess.
public enum PasswordWarning: String, Hashable, Sendable, CaseIterable {
  /// It is a common password, whatever the capitals, the replaced letters and what stands at its
  /// ends.
  case commonPassword
  /// A common word is most of it.
  case commonWord
  /// A name of people is.
  case name
  /// A text of the user's own is, such as the user name.
  case username
  /// Neighbouring keys are.
  case keyboardWalk
  /// Letters or digits in their order are.
  case sequence
  /// Something repeated is.
  case repetition
  /// A year is.
  case year
  /// A date is.
  case date

  /// A sentence in English, without a full stop.
  public var text: String {
    switch self {
    case .commonPassword: "Everybody tries this one first"
    case .commonWord: "Common words are tried first"
    case .name: "Names are tried first"
    case .username: "Your username is in it"
    case .keyboardWalk: "Neighbouring keys are easy to guess"
    case .sequence: "Sequences are easy to guess"
    case .repetition: "Repeating adds next to nothing"
    case .year: "Years are easy to guess"
    case .date: "Dates are easy to guess"
    }
  }
}

/// What would make a password harder to guess.
public enum PasswordTip: String, Hashable, Sendable, CaseIterable {
  /// More words; the tip where nothing but the length is wrong.
  case lengthen
  /// More characters, where words are not allowed.
  case moreCharacters
  /// Words that fewer people use.
  case rarerWords
  /// Something else in the place of what was found, which fits where nothing may be added, too.
  case lessExpected
  /// Another password altogether.
  case chooseAnother
  /// The same without what was found.
  case leaveOut

  /// What to do, in English, to stand behind a semicolon.
  public var text: String {
    switch self {
    case .lengthen: "add another word or two"
    case .moreCharacters: "add more characters"
    case .rarerWords: "add rarer ones"
    case .lessExpected: "mix it up"
    case .chooseAnother: "choose another"
    case .leaveOut: "leave it out"
    }
  }
}
