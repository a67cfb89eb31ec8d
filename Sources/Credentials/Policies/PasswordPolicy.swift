import Forms

/// The requirements of a sign-up form for passwords.
///
///     PasswordPolicy.classic.rules.firstIssue(SignupInput(password: "secret"))?.code.rawValue
///     // "passwordTooShort"
///
/// Length is counted in code points of the composed form (Unicode Normalization Form C), as in NIST
/// SP 800-63B-4. Passwords are never trimmed. Every policy refuses a password that does not fit
/// into an account file: over 511 bytes, or with control characters.
///
/// The rules and a strength meter agree: the last rule requires a ``PasswordStrength`` of
/// ``minimumScore``. With the default `.fair` the rules accept nothing that the meter calls weak,
/// and refuse nothing as too weak that it calls better. Other deficiencies have their own messages.
public struct PasswordPolicy: Hashable, Sendable {
  /// The minimum number of characters.
  public var minimumLength: Int
  /// The maximum number of characters; nil for the limit of an account file.
  public var maximumLength: Int?
  /// The sets of characters; a password needs a character of each.
  public var required: [PasswordCharacters]
  /// The set that all characters must belong to; nil for any.
  public var allowed: PasswordCharacters?
  /// How often a character may be repeated in a row; nil for any number.
  public var maximumConsecutive: Int?
  /// The lowest score allowed on the scale of ``PasswordStrength``, which also refuses common
  /// passwords and the user name.
  public var minimumScore: PasswordStrength.Score

  /// The passphrases that need no ``required`` characters; nil for none.
  public var passphrase: Passphrase?

  /// A password of words, long and hard to guess, in place of one with all kinds of character.
  public struct Passphrase: Hashable, Sendable {
    /// The minimum number of characters.
    public var minimumLength: Int
    /// The lowest score allowed.
    public var minimumScore: PasswordStrength.Score

    /// Makes the requirements of a passphrase.
    public init(minimumLength: Int = 15, minimumScore: PasswordStrength.Score = .good) {
      (self.minimumLength, self.minimumScore) = (minimumLength, minimumScore)
    }
  }

  /// The number of bytes of UTF-8 that are hashed, if less than ``maximumBytes``: 72 by bcrypt.
  package var hashedBytes = PasswordPolicy.maximumBytes

  /// The maximum number of bytes of UTF-8 of a password that can be stored.
  package var maximumStoredBytes: Int { min(hashedBytes, PasswordPolicy.maximumBytes) }

  /// Makes a policy.
  ///
  /// - Parameters:
  ///   - minimumLength: The minimum number of characters, at least 1.
  ///   - maximumLength: The maximum number of characters; nil for the limit of an account file.
  ///   - required: The sets of characters; a password needs a character of each.
  ///   - allowed: The set that all characters must belong to; nil for any.
  ///   - maximumConsecutive: How often a character may be repeated in a row; nil for any number.
  ///   - minimumScore: The lowest score allowed on the scale of ``PasswordStrength``.
  public init(
    minimumLength: Int, maximumLength: Int? = nil, required: [PasswordCharacters] = [],
    allowed: PasswordCharacters? = nil, maximumConsecutive: Int? = nil,
    minimumScore: PasswordStrength.Score = .fair
  ) {
    precondition(minimumLength >= 1, "a password has at least one character")
    precondition(
      minimumLength <= maximumLength ?? .max, "a minimum length is not above the maximum")
    (self.minimumLength, self.maximumLength) = (minimumLength, maximumLength)
    (self.required, self.allowed, self.maximumConsecutive) = (required, allowed, maximumConsecutive)
    self.minimumScore = minimumScore
  }

  /// At least 8 characters, with a lower-case letter, an upper-case letter, a digit and a special
  /// character (no letter, no digit and no space); and not easy to guess.
  ///
  /// The usual rule of sign-up forms, without its `Password1!`.
  public static let classic = PasswordPolicy(
    minimumLength: 8, required: [.lowercase, .uppercase, .digit, .special])

  /// The passwords of ``classic``, and passphrases: at least 15 characters of any kind that are
  /// good on the scale of ``PasswordStrength``.
  public static let passphrase: PasswordPolicy = {
    var policy = classic
    policy.passphrase = Passphrase()
    return policy
  }()

  /// At least 15 characters of any kind, and nothing that is easy to guess, after NIST SP
  /// 800-63B-4.
  ///
  /// Revision 4 requires 15 if a password is the only factor, forbids rules about kinds of
  /// character, and requires that the whole password is compared with a list of common, expected
  /// and leaked ones. This package's list is small and has no leaked passwords; the estimate of
  /// guesses makes up for the rest.
  public static let nist = PasswordPolicy(minimumLength: 15)

  /// The same with 8 characters, for use with a second factor.
  public static let nistWithSecondFactor = PasswordPolicy(minimumLength: 8)

  /// The maximum length that `crypt` hashes: 511 bytes of UTF-8.
  public static let maximumBytes = 511

  /// Estimates a password as this policy's rules do, with tips that it allows to follow.
  ///
  /// - Parameters:
  ///   - password: The password.
  ///   - username: The name that it belongs to.
  public func strength(of password: String, username: String = "") -> PasswordStrength {
    var strength = EstimateMemo.strength(of: password, username: username)
    strength.advice?.tip.fit(self, length: password.normalizedNFC.unicodeScalars.count)
    return strength
  }

  /// Returns the lowest score that accepts a password: a passphrase that lacks kinds of character
  /// must be harder to guess.
  package func minimumScore(for password: String) -> PasswordStrength.Score {
    guard let passphrase, !required.allSatisfy({ $0.isFound(in: password) }),
      password.normalizedNFC.unicodeScalars.count >= passphrase.minimumLength
    else { return minimumScore }
    return max(minimumScore, passphrase.minimumScore)
  }

  // MARK: The rules

  /// The rules in the order in which their issues are reported: length, maximum stored length,
  /// kinds of character, other characters that cannot be stored, strength.
  ///
  /// The kinds of character are a group: a line each in a checklist, and one issue together.
  public var rules: ValidationRules<SignupInput> {
    ValidationRules(rulesOfPassword + [strengthRule])
  }

  /// The rules except the last; none of them reads the user name.
  var rulesOfPassword: [ValidationRule<SignupInput>] {
    length + [storable] + kinds + contents + [uncontrolled]
  }

  private var length: [ValidationRule<SignupInput>] {
    var rules: [ValidationRule<String>] = [.minimumLength(minimumLength, code: .passwordTooShort)]
    if let maximumLength { rules.append(.maximumLength(maximumLength, code: .passwordOverMaximum)) }
    return rules.map { rule in rule.of { (input: SignupInput) in input.password } }
  }

  private var kinds: [ValidationRule<SignupInput>] {
    if let passphrase { return [passphrase.rule(insteadOf: required)] }
    return required.map { (characters) -> ValidationRule<SignupInput> in
      let rule = ValidationRule<SignupInput>(characters.requirement) {
        characters.isFound(in: $0.password)
      }
      return characters.kind == nil ? rule : rule.grouped(as: .passwordKindMissing)
    }
  }

  private var contents: [ValidationRule<SignupInput>] {
    var rules: [ValidationRule<SignupInput>] = []
    if let allowed {
      let permitted = required.reduce(allowed) { $0.union($1) }
      rules.append(
        ValidationRule.allowedCharacters(code: .passwordForbiddenCharacter) { character in
          character.unicodeScalars.allSatisfy(permitted.contains)
        }
        .of { $0.password.normalizedNFC }.unlisted())
    }
    if let maximumConsecutive {
      let issue = ValidationIssue(
        .passwordTooConsecutive, ["maximum": .integer(maximumConsecutive)])
      rules.append(
        ValidationRule(issue) { input in
          input.password.normalizedNFC.longestRun > maximumConsecutive ? .failed(issue) : .met
        })
    }
    return rules
  }

  /// The rule that the password is not too long for an account file. Hardly any password is, so no
  /// checklist shows it.
  private var storable: ValidationRule<SignupInput> {
    let maximum = maximumStoredBytes
    let tooLong = ValidationIssue(.passwordTooLong, ["maximum": .integer(maximum)])
    return ValidationRule(tooLong) { input in
      let isShort =
        input.password.utf8.count / String.bytesPerComposedScalar <= maximum
        && input.password.normalizedNFC.utf8.count <= maximum
      return isShort ? .met : .failed(tooLong)
    }.unlisted()
  }

  /// The rule that the password contains no characters that an account file cannot store.
  private var uncontrolled: ValidationRule<SignupInput> {
    let control = ValidationIssue(.passwordControlCharacter)
    return ValidationRule(control) { input in
      input.password.unicodeScalars.contains { $0.properties.generalCategory == .control }
        ? .failed(control) : .met
    }.unlisted()
  }

  /// The rule that a password is hard to guess.
  var strengthRule: ValidationRule<SignupInput> {
    let policy = self
    let requirement = ValidationIssue(.passwordTooWeak)
    return ValidationRule(requirement) { input in
      if input.password.isEmpty { return .notYet(requirement) }
      let strength = policy.strength(of: input.password, username: input.username)
      guard strength.score < policy.minimumScore(for: input.password) else { return .met }
      let reason = strength.advice?.warning.map { ValidationIssue.Code(weakness: $0) }
      return .notYet(
        ValidationIssue(
          strength.score < policy.minimumScore ? .passwordTooWeak : .passphraseTooWeak,
          ["reason": .list([reason ?? .passwordTooSimple])]))
    }
  }
}

extension ValidationIssue.Code {
  /// A password has fewer characters than `minimum`.
  public static let passwordTooShort: Self = "passwordTooShort"
  /// A password has more characters than the policy's `maximum`.
  public static let passwordOverMaximum: Self = "passwordOverMaximum"
  /// A password lacks kinds of character; `missing` lists their codes.
  public static let passwordKindMissing: Self = "passwordKindMissing"
  /// A password lacks a character that is one of `characters`.
  public static let passwordCharacterMissing: Self = "passwordCharacterMissing"
  /// A password contains `character`, at `position`, which the policy does not allow.
  public static let passwordForbiddenCharacter: Self = "passwordForbiddenCharacter"
  /// A password has the same character more than `maximum` times in a row.
  public static let passwordTooConsecutive: Self = "passwordTooConsecutive"
  /// A password has more bytes than `maximum`.
  public static let passwordTooLong: Self = "passwordTooLong"
  /// A password has a control character in it, such as a line break.
  public static let passwordControlCharacter: Self = "passwordControlCharacter"
  /// A password is easy to guess; `reason` lists the code of the weakness.
  public static let passwordTooWeak: Self = "passwordTooWeak"
  /// A passphrase is too easy to guess to lack kinds of character; `reason` lists the code of the
  /// weakness.
  public static let passphraseTooWeak: Self = "passphraseTooWeak"
  /// A password has neither the `minimum` of characters of a passphrase nor all kinds of character;
  /// `missing` lists the codes of those that it lacks.
  public static let passphraseOrKindMissing: Self = "passphraseOrKindMissing"
  /// A password that is easy to guess only because it is too simple.
  public static let passwordTooSimple: Self = "passwordTooSimple"

  /// Makes the issue of a password that is easy to guess because of this: `weakCommonPassword`,
  /// `weakYear` …
  package init(weakness: PasswordWarning) {
    let name = weakness.rawValue
    self.init(rawValue: "weak" + name.prefix(1).uppercased() + String(name.dropFirst()))
  }
}

extension PasswordTip {
  /// Takes the nearest tip that a policy allows to follow with a password of `length` characters.
  mutating func fit(_ policy: PasswordPolicy, length: Int) {
    let takesWords = policy.takes("a") || policy.takes("A")
    // A word takes some six characters.
    let hasRoom = length + 6 <= policy.maximumLength ?? .max
    switch self {
    case .lengthen where !hasRoom, .rarerWords where !hasRoom && !takesWords: self = .chooseAnother
    case .lengthen where !takesWords, .rarerWords where !takesWords: self = .moreCharacters
    case .rarerWords where !hasRoom: self = .chooseAnother
    case .lengthen, .moreCharacters, .rarerWords, .lessExpected, .chooseAnother, .leaveOut: break
    }
  }
}

extension PasswordPolicy {
  /// Returns true if the policy allows a character in a password.
  func takes(_ scalar: Unicode.Scalar) -> Bool {
    allowed.map { $0.contains(scalar) || required.contains { $0.contains(scalar) } } ?? true
  }
}

extension String {
  /// The maximum number of times that a code point occurs in a row.
  fileprivate var longestRun: Int {
    var (longest, run) = (0, 0)
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      run = scalar == last ? run + 1 : 1
      last = scalar
      longest = max(longest, run)
    }
    return longest
  }
}
