extension ValidationMessages {
  /// What is wrong with a sign-up, in English.
  public static let signup = ValidationMessages([
    .usernameTooShort: "Username needs at least {minimum} characters",
    .usernameTooLong: "Username may have at most {maximum} characters",
    .usernameForbiddenCharacter: "Username cannot contain “{character}”",
    .usernameStart: "Username has to start with a letter",
    .usernameTaken: "Username is taken; choose another",
    .usernameRefused: "{reason}",
    .passwordTooShort: "Password needs at least {minimum} characters",
    .passwordTooWeak: "Password is too weak: add {missing}",
    .passwordTooLong: "Password may have at most {maximum} bytes",
    .passwordControlCharacter: "Password contains a control character; leave it out",
    .passwordExpected: "Password is easy to guess; choose one that is less expected",
    .passwordRefused: "{reason}",
    .missingLowercase: "a lower-case letter",
    .missingUppercase: "an upper-case letter",
    .missingDigit: "a digit",
    .missingSpecial: "a special character",
    .mismatch: "Passwords don’t match",
    .confirmationMissing: "Type the password again",
  ])

  /// What a sign-up asks for, in English: the lines of a checklist.
  public static let signupRequirements = ValidationMessages([
    .usernameTooShort: "at least {minimum} characters",
    .usernameTooLong: "at most {maximum} characters",
    .usernameForbiddenCharacter: "no character but those allowed",
    .usernameStart: "starts with a letter",
    .usernameTaken: "not taken",
    .passwordTooShort: "at least {minimum} characters",
    .passwordTooWeak: "{missing}",
    .passwordTooLong: "at most {maximum} bytes",
    .passwordControlCharacter: "no control characters",
    .passwordExpected: "not a common password or pattern, not your username",
    .missingLowercase: "a lower-case letter",
    .missingUppercase: "an upper-case letter",
    .missingDigit: "a digit",
    .missingSpecial: "a special character (not a space)",
    .mismatch: "typed twice alike",
    .usernameForm: "{minimum}–{maximum} letters, digits, {additional}; a letter first",
  ])

  /// How far typing has come towards what a sign-up asks for, in English.
  public static let signupProgress = ValidationMessages([
    .usernameForm: "{count}/{minimum}–{maximum}",
    .passwordTooShort: "{count} of {minimum} characters",
  ])
}
