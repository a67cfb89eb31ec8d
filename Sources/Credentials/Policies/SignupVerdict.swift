import Forms

/// The verdict on a sign-up form at one time.
public struct SignupVerdict: Hashable, Sendable {
  /// The name that would be stored: trimmed and in composed form.
  package var canonicalUsername: String
  /// The verdict on each field.
  package var fields: SignupFields<Field>
  /// The progress of typing towards a name of the right length: “2/3–20”. Nil before anything has
  /// been typed.
  package var usernameProgress: String?
  /// The agreement of the repetition: still a beginning, different from some character on, equal.
  package var confirmationMatch: TextMatch
  /// The note on a password that is allowed but perhaps not meant.
  package var passwordNote: PasswordNote?

  /// The verdict on the name.
  public var username: Field { fields.username }
  /// The verdict on the password by itself.
  public var password: Field { fields.password }
  /// The verdict on its repetition, regardless of other issues of the password.
  public var confirmation: Field { fields.confirmation }

  /// True if the form can be submitted, as far as is known without looking the name up.
  public var isValid: Bool {
    fields.username.isValid && fields.password.isValid && fields.confirmation.isValid
  }

  /// The line under the name; a single blank if it is valid, so that the line keeps its height.
  public var usernameMessage: String { username.message ?? " " }

  /// The line under both passwords: too short, otherwise too weak, otherwise different; a single
  /// blank if there is no error.
  public var passwordMessage: String { password.message ?? confirmation.message ?? " " }

  /// The verdict on a field.
  package subscript(field: SignupField) -> Field { fields[field] }

  /// The verdict on one field.
  public struct Field: Hashable, Sendable {
    /// The first issue; nil if there is none.
    public var issue: ValidationIssue?
    /// The issue's text.
    public var message: String?
    /// The first issue that further typing cannot correct; worth showing before the field is left.
    package var failure: ValidationIssue?
    /// The failure's text.
    package var failureMessage: String?
    /// Every requirement with its state, for a live checklist.
    public var checklist: [Requirement]
    /// The number of characters, as the rules count them: code points of the composed form.
    package var length: Int

    /// True if there is no issue.
    public var isValid: Bool { issue == nil }
  }

  /// A line of a live checklist.
  public struct Requirement: Hashable, Sendable {
    /// The requirement: “at least 8 characters”.
    public var text: String
    /// The state: met, not yet, or failed.
    public var state: ValidationState
    /// The progress of typing towards the requirement: “5 of 8 characters”. Nil before anything has
    /// been typed, if it cannot be counted, and once the requirement is met.
    package var progress: String?
  }
}
