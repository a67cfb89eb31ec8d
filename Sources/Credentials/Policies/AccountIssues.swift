import Forms

extension ValidationIssue.Code {
  /// The account store refuses a user name, for a `reason` that is a sentence.
  public static let usernameRefused: Self = "usernameRefused"
  /// The account store failed, for a `reason` that is a sentence.
  package static let accountFailure: Self = "accountFailure"
  /// The account store refuses a password, for a `reason` that is a sentence.
  public static let passwordRefused: Self = "passwordRefused"
}
