/// Judges a sign-up form: a pure function from what is in its fields to what is to be said of it.
///
///     let verdict = SignupRules().verdict(
///       SignupInput(username: "ann", password: "secret", confirmation: "secret"))
///     verdict.usernameMessage  // " "
///     verdict.passwordMessage  // "Password needs at least 8 characters"
///     verdict.isValid          // false
///
/// Knows no time and no account store: when to show what, and whether a name is taken, is for the
/// view model. Takes time proportional to the length of the texts, and estimates no strength unless
/// the policy refuses expected passwords.
public struct SignupRules: Sendable {
  /// Which names are accepted.
  public var usernamePolicy: UsernamePolicy
  /// Which passwords are accepted.
  public var passwordPolicy: PasswordPolicy
  /// The texts for what is wrong.
  public var messages: ValidationMessages
  /// The texts for what is asked.
  public var requirements: ValidationMessages

  /// Puts two policies and their texts together.
  public init(
    usernamePolicy: UsernamePolicy = .standard,
    passwordPolicy: PasswordPolicy = .classic,
    messages: ValidationMessages = .signup,
    requirements: ValidationMessages = .signupRequirements
  ) {
    self.usernamePolicy = usernamePolicy
    self.passwordPolicy = passwordPolicy
    self.messages = messages
    self.requirements = requirements
  }

  /// Judges one snapshot of the form.
  public func verdict(_ input: SignupInput) -> SignupVerdict {
    var input = input
    input.username = usernamePolicy.canonical(input.username)
    let match: ValidationRules<SignupInput> = [.matches(\.confirmation, \.password)]
    return SignupVerdict(
      canonicalUsername: input.username,
      username: field(input.username, usernamePolicy.rules, usernamePolicy.rules),
      password: field(input, passwordPolicy.rules, passwordPolicy.checklistRules),
      confirmation: field(input, match, match),
      confirmationMatch: TextMatch(of: input.confirmation, with: input.password))
  }

  private func field<Value>(
    _ value: Value, _ rules: ValidationRules<Value>, _ checklistRules: ValidationRules<Value>
  ) -> SignupVerdict.Field {
    let issue = rules.firstIssue(value)
    let failure = rules.firstFailure(value)
    return SignupVerdict.Field(
      issue: issue, message: issue.map(messages.text(for:)),
      failure: failure, failureMessage: failure.map(messages.text(for:)),
      checklist: checklistRules.checklist(value).map { item in
        SignupVerdict.Requirement(
          text: requirements.text(for: item.requirement), standing: item.standing)
      })
  }
}
