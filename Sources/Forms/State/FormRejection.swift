/// The reasons why a submission was refused: issues of fields, and of the form as a whole.
///
///     FormRejection(ValidationIssue("taken"), at: "username")
///     FormRejection(ValidationIssue("tryLater"))  // about the whole form
///
/// A field's issue blocks the form until that field is changed. An issue that names several fields
/// is shown at the first and disappears when any of them is changed. An issue of the whole form is
/// shown until the next edit or submission, and blocks nothing.
public struct FormRejection: Error, Hashable, Sendable {
  /// One reason for a refusal.
  public struct Reason: Hashable, Sendable {
    /// The issue.
    public var issue: ValidationIssue
    /// The fields concerned, such as `phones[1].number`; empty for the whole form.
    public var fields: [String]

    /// Makes a reason.
    public init(_ issue: ValidationIssue, at fields: [String] = []) {
      (self.issue, self.fields) = (issue, fields)
    }
  }

  /// All reasons, the most important first.
  public var reasons: [Reason]

  /// Makes a rejection of several reasons.
  public init(_ reasons: [Reason]) { self.reasons = reasons }

  /// Makes a rejection with one reason.
  ///
  /// - Parameters:
  ///   - issue: The issue.
  ///   - fields: The fields concerned, such as `phones[1].number`; none for the whole form.
  public init(_ issue: ValidationIssue, at fields: String...) {
    reasons = [Reason(issue, at: fields)]
  }
}
