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
    let additional = additionalCharacters
    return [
      .allowedCharacters(code: .usernameForbiddenCharacter) { character in
        UsernamePolicy.isLetter(character) || UsernamePolicy.isDigit(character)
          || additional.contains(character)
      },
      .minimumLength(minimumLength, code: .usernameTooShort),
      .maximumLength(maximumLength, code: .usernameTooLong),
      ValidationRule(ValidationIssue(.usernameStart)) { name in
        switch name.first.map(UsernamePolicy.isLetter) {
        case nil: .notYet(ValidationIssue(.usernameStart))
        case true?: .met
        case false?: .failed(ValidationIssue(.usernameStart))
        }
      },
    ]
  }

  /// All rules in one requirement: the least and greatest number of characters, and the
  /// additional ones.
  public var requirement: ValidationIssue {
    let additional = additionalCharacters.sorted().map(String.init).joined(separator: " ")
    return ValidationIssue(
      .usernameForm,
      [
        "minimum": .integer(minimumLength), "maximum": .integer(maximumLength),
        "additional": .text(additional),
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
  /// What a user name is made of: `minimum` to `maximum` characters, letters, digits and the
  /// `additional` ones. A requirement, which no rule reports.
  public static let usernameForm: Self = "usernameForm"
  /// A user name belongs to somebody else; only the account store knows.
  public static let usernameTaken: Self = "usernameTaken"
}
