import Forms

extension ValidationIssue.Code {
  /// The account store cannot hold a user name, for a `reason` that is a sentence.
  public static let usernameRefused: Self = "usernameRefused"
  /// The account store failed, for a `reason` that is a sentence.
  package static let accountFailure: Self = "accountFailure"
  /// The account store cannot hold a password, for a `reason` that is a sentence.
  public static let passwordRefused: Self = "passwordRefused"
}
