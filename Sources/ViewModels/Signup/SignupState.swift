/// The state of a sign-up form's view, made from one snapshot of all fields.
public struct SignupState: Equatable, Sendable {
  /// The line under the name: its error, or a single blank.
  public internal(set) var usernameMessage = " "
  /// The line under the passwords: too short, otherwise too weak, otherwise different; a single
  /// blank if there is no error.
  public internal(set) var passwordMessage = " "
  /// True if the current form can be submitted. Never lags behind the fields.
  public internal(set) var isValid = false
  /// The rules' verdict on the current form, for a live checklist.
  public internal(set) var verdict: SignupVerdict
  /// The estimated strength of the password.
  public internal(set) var strength = PasswordStrength(of: "")
  /// The availability of the name.
  public internal(set) var availability = UsernameAvailability.unknown
  /// The state of the submission; on success the stored username.
  public internal(set) var submission = SubmissionState<String, AccountError>.idle
  /// True if both passwords are a suggestion that is not accepted yet.
  public internal(set) var isPasswordSuggested = false
}
