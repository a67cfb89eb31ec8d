import Forms

/// Judges a sign-up form: a pure function from what is in its fields to what is to be said of it.
///
///     let verdict = SignupRules().verdict(
///       SignupInput(username: "annika", password: "secret", confirmation: "secret"))
///     verdict.usernameMessage  // " "
///     verdict.passwordMessage  // "Password needs at least 8 characters"
///     verdict.isValid          // false
///
/// Knows no time and no account store: when to show what, and whether a name is taken, is for the
/// view model. Takes time proportional to the length of the texts.
public struct SignupRules: Sendable {
  /// Which names are accepted.
  public var usernamePolicy: UsernamePolicy { didSet { usernameRules = usernamePolicy.rules } }
  /// Which passwords are accepted.
  public var passwordPolicy: PasswordPolicy { didSet { passwordRules = passwordPolicy.rules } }
  /// The texts for what is wrong.
  public var messages: ValidationMessages
  /// The texts for what is asked.
  public var requirements: ValidationMessages
  /// The texts for how far typing has come towards what is asked, where that can be counted.
  public var progress: ValidationMessages

  /// The username policy's rules, made once and not with every key.
  var usernameRules: ValidationRules<String>
  /// The password policy's rules, made once and not with every key.
  var passwordRules: ValidationRules<SignupInput>
  /// What the repeated password has to be.
  var repetitionRules: ValidationRules<TextMatch> = [.equal]

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
    usernameRules = usernamePolicy.rules
    passwordRules = passwordPolicy.rules
  }

  /// Judges one snapshot of the form. Evaluates each rule once.
  public func verdict(_ input: SignupInput) -> SignupVerdict {
    var input = input
    input.username = usernamePolicy.canonical(input.username)
    let match = TextMatch(of: input.confirmation, with: input.password)
    let standings = SignupFields(
      username: usernameRules.standings(of: input.username),
      password: passwordRules.standings(of: input),
      confirmation: repetitionRules.standings(of: match))
    return verdict(
      on: input, match, SignupFields { field(input[$0], standings[$0]) })
  }

  /// The verdict on a snapshot whose fields have been judged.
  package func verdict(
    on input: SignupInput, _ match: TextMatch, _ fields: SignupFields<SignupVerdict.Field>
  ) -> SignupVerdict {
    SignupVerdict(
      canonicalUsername: input.username, fields: fields,
      usernameProgress: progress(to: usernamePolicy.requirement, count: fields.username.length),
      confirmationMatch: match, passwordNote: PasswordNote(input.password))
  }

  /// The fields of a form that has these rules, in the order of the screen.
  ///
  /// - Parameter availability: Whether a name is free; nil where nobody can be asked.
  package func fields(
    availability: AsyncValidationRule<String>? = nil
  ) -> [FormField<SignupInput>] {
    let policy = usernamePolicy
    var username = FormField<SignupInput>.text(
      SignupField.username.name, \.username,
      transform: TextTransform { policy.canonical($0) }, usernameRules)
    if let availability { username = username.check(availability, of: \.username) }
    var password = FormField<SignupInput>.secret(SignupField.password.name, \.password)
    for rule in passwordRules.rules { password = password.rule(rule, reading: \.username) }
    var confirmation = FormField<SignupInput>.secret(
      SignupField.confirmation.name, \.confirmation)
    for rule in repetitionRules.rules {
      let rule = rule.of { (input: SignupInput) in
        TextMatch(of: input.confirmation, with: input.password)
      }
      confirmation = confirmation.rule(rule, reading: \.password)
    }
    return [username, password, confirmation]
  }

  /// What a user name is made of, in one line.
  public var usernameRequirement: String { requirements.text(for: usernamePolicy.requirement) }

  /// What is to be said of a field with a text that stands so to its rules.
  package func field(_ text: String, _ standings: RuleStandings) -> SignupVerdict.Field {
    let (issue, failure) = (standings.firstIssue, standings.firstFailure)
    let message = issue.map(messages.text(for:))
    let count = text.codePointCount
    return SignupVerdict.Field(
      issue: issue, message: message,
      failure: failure,
      failureMessage: failure == issue ? message : failure.map(messages.text(for:)),
      checklist: standings.checklist.map { item in
        SignupVerdict.Requirement(
          text: requirements.text(for: item.requirement), standing: item.standing,
          progress: item.standing == .met ? nil : progress(to: item.requirement, count: count))
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
