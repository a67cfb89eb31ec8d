extension AccountError {
  /// The field whose value the account store refused, and the issue with it.
  ///
  /// Nil for failures that no other value would correct, such as a full disk: those concern the
  /// whole form, with the error's own text.
  package var signupIssue: (field: SignupField, issue: ValidationIssue)? {
    switch self {
    case .taken: (.username, ValidationIssue(.usernameTaken))
    case .invalidUsername(let flaw):
      (.username, ValidationIssue(.usernameRefused, ["reason": .text(flaw.description)]))
    case .invalidPassword(.unavailable): nil
    case .invalidPassword(let error):
      (.password, ValidationIssue(.passwordRefused, ["reason": .text(error.description)]))
    case .unknown, .ambiguous, .notSupported: nil
    case .uncheckable, .tooExpensive, .outOfMemory: nil
    case .unreadable, .cannotWrite, .locked, .noDefaultPath, .unavailable: nil
    }
  }
}
