/// Why a submission was refused: what is wrong with which fields, and with the form as a whole.
///
///     FormRejection(ValidationIssue("taken"), at: "username")
///     FormRejection(ValidationIssue("tryLater"))  // about the whole form
///
/// A field's issue bars the form until that field is changed; one that names several fields is
/// shown at the first and goes when any of them is changed. What concerns the whole form is shown
/// until the next edit or submission, and bars nothing.
public struct FormRejection: Error, Hashable, Sendable {
  /// One thing that is wrong.
  public struct Reason: Hashable, Sendable {
    /// What is wrong.
    public var issue: ValidationIssue
    /// The fields that it concerns, `phones[1].number`; empty for the whole form.
    public var fields: [String]

    /// Makes a reason.
    public init(_ issue: ValidationIssue, at fields: [String] = []) {
      self.issue = issue
      self.fields = fields
    }
  }

  /// All that is wrong, the most important first.
  public var reasons: [Reason]

  /// Makes a rejection of several reasons.
  public init(_ reasons: [Reason]) {
    self.reasons = reasons
  }

  /// Makes a rejection of one reason.
  ///
  /// - Parameters:
  ///   - issue: What is wrong.
  ///   - fields: The fields that it concerns, `phones[1].number`; none for the whole form.
  public init(_ issue: ValidationIssue, at fields: String...) {
    reasons = [Reason(issue, at: fields)]
  }
}
