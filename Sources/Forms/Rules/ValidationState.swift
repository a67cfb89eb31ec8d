/// The state of a value under a rule.
public enum ValidationState: Hashable, Sendable {
  /// The value meets the rule.
  case met
  /// The value does not meet the rule, but more typing at its end can change that.
  case notYet(ValidationIssue)
  /// The value does not meet the rule, and a part typed already has to change.
  case failed(ValidationIssue)

  /// The issue; nil if the rule is met.
  public var issue: ValidationIssue? {
    switch self {
    case .met: nil
    case .notYet(let issue), .failed(let issue): issue
    }
  }

  /// The same state under a change of its issue.
  func changed(_ change: (ValidationIssue) -> ValidationIssue) -> ValidationState {
    switch self {
    case .met: .met
    case .notYet(let issue): .notYet(change(issue))
    case .failed(let issue): .failed(change(issue))
    }
  }

  /// The issue that further typing cannot correct; nil if there is none.
  public var failure: ValidationIssue? {
    switch self {
    case .met, .notYet: nil
    case .failed(let issue): issue
    }
  }
}
