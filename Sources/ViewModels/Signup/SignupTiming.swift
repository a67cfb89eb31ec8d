import Forms

/// How long the sign-up form waits before it says something.
///
/// Only messages wait, and only unwelcome ones: ``SignupViewModel/isValid`` follows each change at
/// once, and a message goes away as soon as its cause does.
public struct SignupTiming: Hashable, Sendable {
  /// Before anything is said of the username.
  public var username = Duration.milliseconds(500)
  /// Before a password is called too short.
  public var passwordLength = Duration.milliseconds(500)
  /// Before a password is called too weak, or otherwise not allowed.
  public var passwordStrength = Duration.milliseconds(200)
  /// Before two passwords are said to differ.
  public var passwordMatch = Duration.milliseconds(200)
  /// Before the account store is asked whether a name is free.
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
