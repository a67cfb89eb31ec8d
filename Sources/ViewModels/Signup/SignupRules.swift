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
  /// The texts for how far typing has come towards what is asked, where that can be counted.
  public var progress: ValidationMessages

  /// Puts two policies and their texts together.
  public init(
    usernamePolicy: UsernamePolicy = .standard,
    passwordPolicy: PasswordPolicy = .classic,
    messages: ValidationMessages = .signup,
    requirements: ValidationMessages = .signupRequirements,
    progress: ValidationMessages = .signupProgress
  ) {
    self.usernamePolicy = usernamePolicy
    self.passwordPolicy = passwordPolicy
    self.messages = messages
    self.requirements = requirements
    self.progress = progress
  }

  /// Judges one snapshot of the form.
  public func verdict(_ input: SignupInput) -> SignupVerdict {
    var input = input
    input.username = usernamePolicy.canonical(input.username)
    let match: ValidationRules<SignupInput> = [.matches(\.confirmation, \.password)]
    let name = input.username
    return SignupVerdict(
      canonicalUsername: name,
      username: field(name, usernamePolicy.rules, usernamePolicy.rules, text: name),
      password: field(
        input, passwordPolicy.rules, passwordPolicy.checklistRules, text: input.password),
      confirmation: field(input, match, match, text: input.confirmation),
      usernameProgress: progress(to: usernamePolicy.requirement, count: name.codePointCount),
      confirmationMatch: TextMatch(of: input.confirmation, with: input.password),
      passwordNote: PasswordNote(input.password))
  }

  /// What a user name is made of, as a wish.
  public var usernameRequirement: String { requirements.text(for: usernamePolicy.requirement) }

  private func field<Value>(
    _ value: Value, _ rules: ValidationRules<Value>, _ checklistRules: ValidationRules<Value>,
    text: String
  ) -> SignupVerdict.Field {
    let issue = rules.firstIssue(value)
    let failure = rules.firstFailure(value)
    let count = text.codePointCount
    return SignupVerdict.Field(
      issue: issue, message: issue.map(messages.text(for:)),
      failure: failure, failureMessage: failure.map(messages.text(for:)),
      checklist: checklistRules.checklist(value).map { item in
        let isMet = item.standing == .met
        return SignupVerdict.Requirement(
          text: requirements.text(for: item.requirement), standing: item.standing,
          progress: isMet ? nil : progress(to: item.requirement, count: count))
      },
      length: count)
  }

  /// How far so many characters go towards a requirement; nil before there are any, and where
  /// nothing can be counted.
  private func progress(to requirement: ValidationIssue, count: Int) -> String? {
    guard count > 0, progress.templates[requirement.code] != nil else { return nil }
    var issue = requirement
    issue.parameters["count"] = .integer(count)
    return progress.text(for: issue)
  }
}

extension String {
  /// The number of code points of the composed form, which is how rules count characters.
  fileprivate var codePointCount: Int { normalizedNFC.unicodeScalars.count }
}
