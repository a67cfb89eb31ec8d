/// Which passwords a sign-up form accepts.
///
///     PasswordPolicy.classic.rules.firstIssue(SignupInput(password: "secret"))?.code
///     // passwordTooShort
///
/// Length is counted in code points of the composed form (Unicode Normalization Form C), each one
/// as one character, as NIST SP 800-63B-4 has it. Passwords are never trimmed. Whatever the policy,
/// a password that an account file cannot hold is refused: over 511 bytes, or with control
/// characters.
public struct PasswordPolicy: Sendable {
  /// The least number of characters.
  public var minimumLength: Int
  /// The kinds of character of which there has to be at least one each.
  public var requiredClasses: [CharacterClass]
  /// Whether to refuse what is expected: a common password, the user name, one pattern throughout.
  public var refusesExpected: Bool

  /// Makes a policy.
  public init(
    minimumLength: Int, requiredClasses: [CharacterClass] = [], refusesExpected: Bool = false
  ) {
    precondition(minimumLength >= 1, "a password has at least one character")
    self.minimumLength = minimumLength
    self.requiredClasses = requiredClasses
    self.refusesExpected = refusesExpected
  }

  /// At least 8 characters, with a lower-case letter, an upper-case letter, a digit and a special
  /// character, which is one that is no letter, no digit and no space.
  ///
  /// The usual rule of sign-up forms. It lets `Password1!` pass: show a ``PasswordStrength`` beside
  /// it.
  public static let classic = PasswordPolicy(
    minimumLength: 8, requiredClasses: [.lowercase, .uppercase, .digit, .special])

  /// At least 15 characters of any kind, and nothing that is expected, after NIST SP 800-63B-4.
  ///
  /// Revision 4 asks for 15 where a password is the only factor, forbids rules about kinds of
  /// character, and wants the whole password compared with a list of common, expected and leaked
  /// ones. The list here is a small one of this package's own, with no leaked passwords.
  public static let nist = PasswordPolicy(minimumLength: 15, refusesExpected: true)

  /// The greatest length, of which `crypt` makes a hash: 511 bytes of UTF-8.
  public static let maximumBytes = 511

  /// The rules in the order in which their issues are reported: length, strength, the rest.
  ///
  /// The kinds of character are a group: a line each in a checklist, and one issue together.
  public var rules: ValidationRules<SignupInput> {
    ValidationRules([length] + strength + storage + (refusesExpected ? [expectation] : []))
  }

  private var length: ValidationRule<SignupInput> {
    ValidationRule.minimumLength(minimumLength, code: .passwordTooShort).of { $0.password }
  }

  private var strength: [ValidationRule<SignupInput>] {
    requiredClasses.map { kind in
      ValidationRule(ValidationIssue(kind.code)) { kind.isFound(in: $0.password) }
        .grouped(as: .passwordTooWeak)
    }
  }

  /// What no account file can hold. Hardly anybody types such a password, so no checklist has it.
  private var storage: [ValidationRule<SignupInput>] {
    let tooLong = ValidationIssue(
      .passwordTooLong, ["maximum": .integer(PasswordPolicy.maximumBytes)])
    let control = ValidationIssue(.passwordControlCharacter)
    return [
      ValidationRule(tooLong) { input in
        let bytes = input.password.normalizedNFC.utf8.count
        return bytes <= PasswordPolicy.maximumBytes ? .met : .failed(tooLong)
      }.unlisted(),
      ValidationRule(control) { input in
        input.password.unicodeScalars.contains { $0.properties.generalCategory == .control }
          ? .failed(control) : .met
      }.unlisted(),
    ]
  }

  private var expectation: ValidationRule<SignupInput> {
    ValidationRule(ValidationIssue(.passwordExpected)) { input in
      !input.password.isEmpty
        && !PasswordEstimate(of: input.password, userInputs: [input.username]).isExpected
    }
  }
}

extension ValidationIssue.Code {
  /// A password has fewer characters than `minimum`.
  public static let passwordTooShort: Self = "passwordTooShort"
  /// A password lacks kinds of character; `missing` lists their codes.
  public static let passwordTooWeak: Self = "passwordTooWeak"
  /// A password has more bytes than `maximum`.
  public static let passwordTooLong: Self = "passwordTooLong"
  /// A password has a control character in it, such as a line break.
  public static let passwordControlCharacter: Self = "passwordControlCharacter"
  /// A password is a common one, the user name, or one pattern throughout.
  public static let passwordExpected: Self = "passwordExpected"
}
