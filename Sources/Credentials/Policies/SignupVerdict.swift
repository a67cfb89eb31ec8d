import Forms

/// What is to be said of a sign-up form as it is filled in at one time.
public struct SignupVerdict: Hashable, Sendable {
  /// The name that would be stored: trimmed and in composed form.
  public var canonicalUsername: String
  /// What is to be said of each field.
  public var fields: SignupFields<Field>
  /// How far typing has come towards a name of the right length: “2/3–20”. Nil before anything has
  /// been typed.
  public var usernameProgress: String?
  /// How far the repetition agrees: still a beginning, different from which character, equal.
  public var confirmationMatch: TextMatch
  /// What is allowed in the password but perhaps not meant.
  public var passwordNote: PasswordNote?

  /// What is to be said of the name.
  public var username: Field { fields.username }
  /// What is to be said of the password by itself.
  public var password: Field { fields.password }
  /// What is to be said of its repetition, whatever else is wrong with the password.
  public var confirmation: Field { fields.confirmation }

  /// Whether the form can be submitted, as far as is known without asking for the name.
  public var isValid: Bool {
    fields.username.isValid && fields.password.isValid && fields.confirmation.isValid
  }

  /// The one line under the name; a single blank when it is fine, so that the line keeps its
  /// height.
  public var usernameMessage: String { username.message ?? " " }

  /// The one line under both passwords: too short, else too weak, else unlike, else a single blank.
  public var passwordMessage: String { password.message ?? confirmation.message ?? " " }

  /// What is to be said of a field.
  public subscript(field: SignupField) -> Field { fields[field] }

  /// The fields with something wrong, in the order in which they stand on the screen.
  public var invalidFields: [SignupField] {
    SignupField.allCases.filter { !fields[$0].isValid }
  }

  /// What is to be said of one field.
  public struct Field: Hashable, Sendable {
    /// The first thing that is wrong; nil when nothing is.
    public var issue: ValidationIssue?
    /// The issue's text.
    public var message: String?
    /// The first thing that typing on cannot put right; worth saying before the field is left.
    public var failure: ValidationIssue?
    /// The failure's text.
    public var failureMessage: String?
    /// Every requirement with how far it is met, for a live checklist.
    public var checklist: [Requirement]
    /// How many characters there are, as the rules count them: code points of the composed form.
    public var length: Int

    /// Whether nothing is wrong.
    public var isValid: Bool { issue == nil }
  }

  /// A line of a live checklist.
  public struct Requirement: Hashable, Sendable {
    /// What is wanted: “at least 8 characters”.
    public var text: String
    /// Whether it is met, not yet, or failed.
    public var standing: RuleStanding
    /// How far typing has come towards what is wanted: “5 of 8 characters”. Nil before anything has
    /// been typed, where nothing can be counted, and once the requirement is met.
    public var progress: String?
  }
}
