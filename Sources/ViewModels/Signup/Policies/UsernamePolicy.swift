/// Which user names a sign-up form accepts.
///
///     UsernamePolicy.standard.rules.firstIssue("7up")?.code  // usernameStart
///
/// Letters A–Z and a–z, digits, and the additional characters; the first one is a letter. In lower
/// case such a name suits a POSIX account, systemd's strict mode (but for the full stop and a
/// length over 31) and every reader of an account file. ASCII alone, because names that differ in
/// letters that look alike are an attack, and telling them apart takes tables that are not here.
public struct UsernamePolicy: Sendable {
  /// The least number of characters.
  public var minimumLength: Int
  /// The greatest number of characters.
  public var maximumLength: Int
  /// The characters allowed besides letters and digits.
  public var additionalCharacters: Set<Character>

  /// Whether upper-case letters are refused.
  public var isLowercaseOnly = false
  /// What a name may begin with.
  public var start = Start.letter
  /// Names that nobody may have, in lower case; case makes no difference.
  public var reserved: Set<String> = []

  /// What a user name may begin with.
  public enum Start: Hashable, Sendable, CaseIterable {
    /// A letter.
    case letter
    /// A letter or an underscore.
    case letterOrUnderscore
    /// A letter or a digit.
    case letterOrDigit

    /// The code of its words in a requirement.
    var code: ValidationIssue.Code {
      switch self {
      case .letter: .startsWithLetter
      case .letterOrUnderscore: .startsWithLetterOrUnderscore
      case .letterOrDigit: .startsWithLetterOrDigit
      }
    }
  }

  /// Makes a policy; `maximumLength` is at most 255, which is what an account file can hold.
  public init(
    minimumLength: Int = 6, maximumLength: Int = 20,
    additionalCharacters: Set<Character> = ["_", "-", "."]
  ) {
    precondition(
      minimumLength >= 1 && minimumLength <= maximumLength
        && maximumLength <= AccountName.maximumBytes,
      "a user name has 1…255 characters, and its minimum is not above its maximum")
    self.minimumLength = minimumLength
    self.maximumLength = maximumLength
    self.additionalCharacters = additionalCharacters
  }

  /// 6 to 20 letters, digits, `_`, `-` and `.`.
  public static let standard = UsernamePolicy()

  /// What Debian's `adduser` and `useradd` and systemd's strict mode all take for an account of the
  /// system: 1 to 31 small letters, digits, `_` and `-`, a letter or `_` first; none of the names
  /// that the system has itself.
  public static let posix: UsernamePolicy = {
    var policy = UsernamePolicy(
      minimumLength: 1, maximumLength: 31, additionalCharacters: ["_", "-"])
    policy.isLowercaseOnly = true
    policy.start = .letterOrUnderscore
    policy.reserved = ReservedNames.system
    return policy
  }()

  /// A name that can be part of a web address: 3 to 30 letters, digits, `_` and `-`, a letter or a
  /// digit first; none that looks like a part of the site or of its owner.
  public static let web: UsernamePolicy = {
    var policy = UsernamePolicy(
      minimumLength: 3, maximumLength: 30, additionalCharacters: ["_", "-"])
    policy.start = .letterOrDigit
    policy.reserved = ReservedNames.web.union(ReservedNames.system)
    return policy
  }()

  /// What makes a name unique: two names with the same key are one account, whatever the capitals.
  ///
  /// The key of ``AccountName``, of the name that would be stored.
  public func uniquenessKey(_ username: String) -> String {
    AccountName.key(of: canonical(username))
  }

  /// The name that would be stored: without blanks at its ends, in composed form (NFC).
  public func canonical(_ username: String) -> String {
    var name = Substring(username)
    while name.first?.isWhitespace == true { name.removeFirst() }
    while name.last?.isWhitespace == true { name.removeLast() }
    return String(name).normalizedNFC
  }

  /// The rules for a canonical name, the most important first.
  ///
  /// A forbidden character comes before a missing one: typing on does not put it right.
  public var rules: ValidationRules<String> {
    let (additional, start, reserved) = (additionalCharacters, start, reserved)
    let (isLowercaseOnly, firstIssue) = (isLowercaseOnly, startIssue)
    return [
      .allowedCharacters(code: .usernameForbiddenCharacter) { character in
        UsernamePolicy.isLetter(character) && !(isLowercaseOnly && character.isUppercase)
          || UsernamePolicy.isDigit(character)
          || additional.contains(character)
      },
      .minimumLength(minimumLength, code: .usernameTooShort),
      .maximumLength(maximumLength, code: .usernameTooLong),
      ValidationRule(firstIssue) { name in
        guard let first = name.first else { return .notYet(firstIssue) }
        let isFine =
          switch start {
          case .letter: UsernamePolicy.isLetter(first)
          case .letterOrUnderscore: UsernamePolicy.isLetter(first) || first == "_"
          case .letterOrDigit: UsernamePolicy.isLetter(first) || UsernamePolicy.isDigit(first)
          }
        return isFine ? .met : .failed(firstIssue)
      },
      ValidationRule(ValidationIssue(.usernameReserved)) { name in
        reserved.isEmpty || !reserved.contains(AccountName.key(of: name))
      },
    ]
  }

  private var startIssue: ValidationIssue {
    start == .letter
      ? ValidationIssue(.usernameStart)
      : ValidationIssue(.usernameStartOther, ["start": .list([start.code])])
  }

  /// All rules in one requirement: the least and greatest number of characters, which letters, the
  /// additional characters, and what stands first.
  public var requirement: ValidationIssue {
    let additional = additionalCharacters.sorted().map(String.init).joined(separator: " ")
    return ValidationIssue(
      .usernameForm,
      [
        "minimum": .integer(minimumLength), "maximum": .integer(maximumLength),
        "additional": .text(additional), "start": .list([start.code]),
        "letters": .list([isLowercaseOnly ? .smallLetters : .anyLetters]),
      ])
  }

  /// A free name much like one that is taken: `ann2`, `ann3` and so on.
  ///
  ///     try policy.alternative(to: "ann", isTaken: store.contains)  // "ann2"
  ///
  /// Cuts a long name short to make room. Nil when the name itself breaks a rule, or when eight
  /// tries find no free one; throws what `isTaken` throws.
  public func alternative<Failure: Error>(
    to username: String, isTaken: (String) throws(Failure) -> Bool
  ) throws(Failure) -> String? {
    let name = canonical(username)
    guard rules.firstIssue(name) == nil else { return nil }
    for number in 2...9 {
      let candidate = name.prefix(maximumLength - 1) + String(number)
      if rules.firstIssue(String(candidate)) == nil, try !isTaken(String(candidate)) {
        return String(candidate)
      }
    }
    return nil
  }

  private static func isLetter(_ character: Character) -> Bool {
    character.isASCII && character.isLetter
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }
}

extension ValidationIssue.Code {
  /// A user name has fewer characters than `minimum`.
  public static let usernameTooShort: Self = "usernameTooShort"
  /// A user name has more characters than `maximum`.
  public static let usernameTooLong: Self = "usernameTooLong"
  /// A user name contains `character`, at `position`, which is not allowed.
  public static let usernameForbiddenCharacter: Self = "usernameForbiddenCharacter"
  /// A user name does not start with a letter.
  public static let usernameStart: Self = "usernameStart"
  /// A user name does not start with what it has to, `start`, which is more than a letter.
  public static let usernameStartOther: Self = "usernameStartOther"
  /// A user name is one that nobody may have.
  public static let usernameReserved: Self = "usernameReserved"
  /// Letters, small and capital.
  public static let anyLetters: Self = "anyLetters"
  /// Small letters.
  public static let smallLetters: Self = "smallLetters"
  /// A letter at the start.
  public static let startsWithLetter: Self = "startsWithLetter"
  /// A letter or an underscore at the start.
  public static let startsWithLetterOrUnderscore: Self = "startsWithLetterOrUnderscore"
  /// A letter or a digit at the start.
  public static let startsWithLetterOrDigit: Self = "startsWithLetterOrDigit"
  /// What a user name is made of: `minimum` to `maximum` characters, `letters`, digits and the
  /// `additional` ones, with `start` first. A requirement, which no rule reports.
  public static let usernameForm: Self = "usernameForm"
  /// A user name belongs to somebody else; only the account store knows.
  public static let usernameTaken: Self = "usernameTaken"
}
