/// How long the sign-up form waits before it says something.
///
/// Only messages wait, and only unwelcome ones: ``SignupViewModel/isValid`` follows each change at
/// once, and a message goes away the moment that its cause does.
public struct SignupTiming: Hashable, Sendable {
  /// Before anything is said of the username, in milliseconds.
  public var username = 500
  /// Before a password is called too short, in milliseconds.
  public var passwordLength = 500
  /// Before a password is called too weak, or otherwise not allowed, in milliseconds.
  public var passwordStrength = 200
  /// Before two passwords are said to differ, in milliseconds.
  public var passwordMatch = 200
  /// Before the account store is asked whether a name is free, in milliseconds.
  public var availability = 300

  /// Half a second for lengths, a fifth for strength and match, three tenths for availability.
  public init() {}

  func delay(before code: ValidationIssue.Code) -> Int {
    switch code {
    case .usernameForbiddenCharacter, .usernameTooShort, .usernameTooLong, .usernameStart: username
    case .passwordTooShort: passwordLength
    case .mismatch: passwordMatch
    default: passwordStrength
    }
  }
}
