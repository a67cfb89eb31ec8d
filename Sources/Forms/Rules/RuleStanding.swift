/// How a value stands to a rule.
public enum RuleStanding: Hashable, Sendable {
  /// The value is as it should be.
  case met
  /// It is not, but more typing at its end can make it so.
  case notYet(ValidationIssue)
  /// It is not, and something typed already has to change.
  case failed(ValidationIssue)

  /// What is wrong; nil when nothing is.
  public var issue: ValidationIssue? {
    switch self {
    case .met: nil
    case .notYet(let issue), .failed(let issue): issue
    }
  }

  /// What is wrong and cannot be put right by typing on; nil when nothing is.
  public var failure: ValidationIssue? {
    switch self {
    case .met, .notYet: nil
    case .failed(let issue): issue
    }
  }
}
