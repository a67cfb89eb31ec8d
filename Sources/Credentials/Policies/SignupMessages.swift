import Forms

extension ValidationMessages {
  /// The messages for the issues of a sign-up, in English.
  public static let signup = ValidationMessages([
    .usernameTooShort: "Username needs at least {minimum} characters",
    .usernameTooLong: "Username may have at most {maximum} characters",
    .usernameForbiddenCharacter: "Username cannot contain {name}",
    .usernameStart: "Username must start with a letter",
    .usernameStartOther: "Username must start with {start}",
    .usernameMixedScripts: "Username mixes {first} and {second} letters; use those of one alphabet",
    .usernameMixedDigits: "Username mixes digits of two alphabets; use 0–9",
    .usernameDirection: "Username mixes left-to-right and right-to-left letters; use one direction",
    .usernameReserved: "Username is reserved; choose another",
    .startsWithLetter: "a letter",
    .startsWithLetterOrUnderscore: "a letter or an underscore",
    .startsWithLetterOrDigit: "a letter or a digit",
    .usernameTaken: "Username is taken; choose another",
    .usernameRefused: "{reason}",
    .passwordTooShort: "Password needs at least {minimum} characters",
    .passwordOverMaximum: "Password may have at most {maximum} characters",
    .passwordKindMissing: "Add {missing} to the password",
    .passwordKindMissingToo: "Also add {missing}",
    .passwordKindMissingBriefly: "Add {missing}",
    .passphraseOrKindMissing:
      "Add {missing} to the password, or make it a passphrase of at least {minimum} characters",
    .passphraseOrKindMissingToo: "Also add {missing}, or type {minimum} characters in all",
    .passphraseOrKindMissingBriefly: "Add {missing}, or type {minimum} characters",
    .passphraseTooWeak: "Passphrase must be rated good or better: {reason}",
    .passwordCharacterMissing: "Add one of these to the password: {characters}",
    .passwordForbiddenCharacter: "Password cannot contain {name}",
    .passwordTooConsecutive: "Password may use a character at most {maximum} times in a row",
    .passwordTooWeak: "Password is too weak: {reason}",
    .passwordTooLong: "Password may have at most {maximum} bytes",
    .passwordControlCharacter: "Password contains a control character; leave it out",
    .passwordTooSimple: "it is too short or too simple",
    .init(weakness: .commonPassword): "common passwords are tried first",
    .init(weakness: .commonWord): "common words are tried first",
    .init(weakness: .numberedWord): "words with digits or symbols are tried early",
    .init(weakness: .name): "names are tried first",
    .init(weakness: .username): "it is based on your username",
    .init(weakness: .keyboardWalk): "neighbouring keys are easy to guess",
    .init(weakness: .sequence): "sequences are easy to guess",
    .init(weakness: .repetition): "repeating adds next to nothing",
    .init(weakness: .year): "years are easy to guess",
    .init(weakness: .date): "dates are easy to guess",
    .passwordRefused: "{reason}",
    .missingLowercase: "a lower-case letter",
    .missingUppercase: "an upper-case letter",
    .missingDigit: "a digit",
    .missingSpecial: "a special character",
    .mismatch: "Passwords don’t match",
    .confirmationMissing: "Type the password again",
  ])

  /// The requirements of a sign-up, in English: the lines of a checklist.
  public static let signupRequirements = ValidationMessages([
    .usernameTooShort: "at least {minimum} characters",
    .usernameTooLong: "at most {maximum} characters",
    .usernameForbiddenCharacter: "only {letters}, digits, {additional}",
    .usernameStart: "starts with a letter",
    .usernameStartOther: "starts with {start}",
    .usernameReserved: "not reserved",
    .anyLetters: "letters",
    .lowercaseLetters: "lower-case letters",
    .lettersOfOneAlphabet: "lower-case letters of one alphabet",
    .startsWithLetter: "a letter",
    .startsWithLetterOrUnderscore: "a letter or _",
    .startsWithLetterOrDigit: "a letter or digit",
    .usernameTaken: "not taken",
    .passwordTooShort: "at least {minimum} characters",
    .passwordOverMaximum: "at most {maximum} characters",
    .passwordKindMissing: "{missing}",
    .passphraseOrKindMissing: "{missing}; or {minimum} characters rated good or better",
    .passwordCharacterMissing: "one of {characters}",
    .passwordTooConsecutive: "no character more than {maximum} times in a row",
    .passwordTooWeak: "hard to guess",
    .passwordTooLong: "at most {maximum} bytes",
    .passwordControlCharacter: "no control characters",
    .missingLowercase: "a lower-case letter",
    .missingUppercase: "an upper-case letter",
    .missingDigit: "a digit",
    .missingSpecial: "a special character (not a space)",
    .mismatch: "typed the same twice",
    .usernameForm: "{minimum}–{maximum} {letters}, digits, {additional}; {start} first",
  ])

  /// The progress of typing towards a requirement of a sign-up, in English.
  public static let signupProgress = ValidationMessages([
    .usernameForm: "{count}/{minimum}–{maximum}",
    .passwordTooShort: "{count} of {minimum} characters",
  ])
}

extension ValidationIssue.Code {
  /// The same as ``passwordKindMissing``, worded to accompany a message that the password is easy
  /// to guess.
  package static let passwordKindMissingToo: Self = "passwordKindMissingToo"
  /// The same as ``passwordKindMissing`` in fewer words, for narrow screens.
  package static let passwordKindMissingBriefly: Self = "passwordKindMissingBriefly"
  /// The same as ``passphraseOrKindMissing``, worded to accompany a message that the password is
  /// easy or hard to guess.
  package static let passphraseOrKindMissingToo: Self = "passphraseOrKindMissingToo"
  /// The same as ``passphraseOrKindMissing`` in fewer words, for narrow screens.
  package static let passphraseOrKindMissingBriefly: Self = "passphraseOrKindMissingBriefly"
}
