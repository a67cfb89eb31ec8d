/// How long the sign-up form holds back its messages.
///
/// Only error messages wait: ``SignupViewModel/isValid`` follows each change at once, and a message
/// disappears as soon as its cause does.
public struct SignupTiming: Hashable, Sendable {
  /// The time before an error of the username is shown.
  public var username = Duration.milliseconds(500)
  /// The time before a password is called too short.
  public var passwordLength = Duration.milliseconds(500)
  /// The time before a password is called too weak, or otherwise not allowed.
  public var passwordStrength = Duration.milliseconds(200)
  /// The time before two passwords are called different.
  public var passwordMatch = Duration.milliseconds(200)
  /// The time before the account store is asked about a name.
  public var availability = Duration.milliseconds(300)

  /// Half a second for lengths, a fifth for strength and match, three tenths for availability.
  public init() {}

  func delay(before code: ValidationIssue.Code) -> Duration {
    switch code {
    case .usernameForbiddenCharacter, .usernameTooShort, .usernameTooLong, .usernameStart: username
    case .passwordTooShort: passwordLength
    case .mismatch: passwordMatch
    default: passwordStrength
    }
  }
}
