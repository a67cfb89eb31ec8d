import Forms

extension ValidationIssue.Code {
  /// A user name has fewer characters than `minimum`.
  public static let usernameTooShort: Self = "usernameTooShort"
  /// A user name has more characters than `maximum`.
  public static let usernameTooLong: Self = "usernameTooLong"
  /// A user name contains `character`, at `position`, which is not allowed.
  public static let usernameForbiddenCharacter: Self = "usernameForbiddenCharacter"
  /// A user name does not start with a letter.
  public static let usernameStart: Self = "usernameStart"
  /// A user name does not start as required, with `start`, which is more than a letter.
  public static let usernameStartOther: Self = "usernameStartOther"
  /// A user name is reserved.
  public static let usernameReserved: Self = "usernameReserved"
  /// A user name has letters of two scripts that are not written together, `first` and `second`.
  public static let usernameMixedScripts: Self = "usernameMixedScripts"
  /// A user name has digits of several kinds.
  public static let usernameMixedDigits: Self = "usernameMixedDigits"
  /// A user name has letters of two directions, or could be read from either end.
  public static let usernameDirection: Self = "usernameDirection"
  /// Letters, small and capital.
  package static let anyLetters: Self = "anyLetters"
  /// Small letters.
  package static let lowercaseLetters: Self = "smallLetters"
  /// Letters of any one alphabet; capitals become small ones.
  package static let lettersOfOneAlphabet: Self = "lettersOfOneAlphabet"
  /// A letter at the start.
  package static let startsWithLetter: Self = "startsWithLetter"
  /// A letter or an underscore at the start.
  package static let startsWithLetterOrUnderscore: Self = "startsWithLetterOrUnderscore"
  /// A letter or a digit at the start.
  package static let startsWithLetterOrDigit: Self = "startsWithLetterOrDigit"
  /// The form of a user name: `minimum` to `maximum` characters, `letters`, digits and the
  /// `additional` ones, with `start` first. A requirement, which no rule reports.
  package static let usernameForm: Self = "usernameForm"
  /// A user name belongs to another account; only the account store knows.
  public static let usernameTaken: Self = "usernameTaken"
}
