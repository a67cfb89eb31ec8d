import Forms

/// The rules of a sign-up form: a pure function from the contents of its fields to their messages.
///
///     let verdict = SignupRules().verdict(
///       SignupInput(username: "annika", password: "secret", confirmation: "secret"))
///     verdict.usernameMessage  // " "
///     verdict.passwordMessage  // "Password needs at least 8 characters"
///     verdict.isValid          // false
///
/// Knows no time and no account store: the view model decides when to show which message, and looks
/// names up. Takes time proportional to the length of the texts.
public struct SignupRules: Sendable {
  /// The policy for names.
  public var usernamePolicy: UsernamePolicy {
    didSet {
      usernameRules = usernamePolicy.rules
      usernameForm = usernamePolicy.requirement
    }
  }
  /// The policy for passwords.
  public var passwordPolicy: PasswordPolicy {
    didSet {
      passwordRules = ValidationRules(passwordPolicy.rulesOfPassword)
      strengthRules = [passwordPolicy.strengthRule]
    }
  }
  /// The messages for issues.
  public var messages: ValidationMessages
  /// The texts of the requirements.
  public var requirements: ValidationMessages
  /// The texts of the progress towards the requirements, if it can be counted.
  public var progress: ValidationMessages

  /// The username policy's rules, made once and not with every key.
  var usernameRules: ValidationRules<String>
  /// The username policy's rules in one requirement, made once and not with every key.
  private var usernameForm: ValidationIssue
  /// The password policy's rules except strength, made once rather than for every key. They read no
  /// other field, so typing a name does not evaluate them.
  var passwordRules: ValidationRules<SignupInput>
  /// The rules of a password's strength, which read the name, too.
  var strengthRules: ValidationRules<SignupInput>
  /// The rules for the repeated password.
  var repetitionRules: ValidationRules<TextMatch> = [.equal]

  /// Makes rules of two policies and their texts.
  public init(
    usernamePolicy: UsernamePolicy = .standard, passwordPolicy: PasswordPolicy = .classic,
    messages: ValidationMessages = .signup, requirements: ValidationMessages = .signupRequirements,
    progress: ValidationMessages = .signupProgress
  ) {
    (self.usernamePolicy, self.passwordPolicy) = (usernamePolicy, passwordPolicy)
    (self.messages, self.requirements, self.progress) = (messages, requirements, progress)
    usernameRules = usernamePolicy.rules
    usernameForm = usernamePolicy.requirement
    passwordRules = ValidationRules(passwordPolicy.rulesOfPassword)
    strengthRules = [passwordPolicy.strengthRule]
  }

  /// True if the name is an existing account's: it is accepted unchanged, without any rules.
  private var isNameGiven = false

  /// Returns these rules for a form that has a name from the start, which is not typed.
  package func forGivenName() -> SignupRules {
    var rules = self
    rules.isNameGiven = true
    rules.usernameRules = []
    return rules
  }

  /// Returns the canonical form of a typed name.
  private func canonical(_ username: String) -> String {
    isNameGiven ? username : usernamePolicy.canonical(username)
  }

  /// Evaluates one snapshot of the form. Evaluates each rule once.
  public func verdict(_ input: SignupInput) -> SignupVerdict {
    var input = input
    input.username = canonical(input.username)
    let match = TextMatch(of: input.confirmation, with: input.password)
    let states = SignupFields(
      username: usernameRules.states(of: input.username),
      password: ValidationRules(passwordRules.rules + strengthRules.rules).states(of: input),
      confirmation: repetitionRules.states(of: match))
    return verdict(on: input, match, SignupFields { field(input[$0], states[$0]) })
  }

  /// Returns the verdict on a snapshot whose fields have been evaluated.
  package func verdict(
    on input: SignupInput, _ match: TextMatch, _ fields: SignupFields<SignupVerdict.Field>
  ) -> SignupVerdict {
    SignupVerdict(
      canonicalUsername: input.username, fields: fields,
      usernameProgress: progress(to: usernameForm, count: fields.username.length),
      confirmationMatch: match, passwordNote: PasswordNote(input.password))
  }

  /// Returns the fields of a form with these rules, in the order of the screen.
  ///
  /// - Parameter availability: The check that a name is free; nil if there is no store to ask.
  package func fields(availability: AsyncValidationRule<String>? = nil) -> [FormField<SignupInput>]
  {
    let rules = self
    var username = FormField<SignupInput>.text(
      SignupField.username.name, \.username,
      transform: TextTransform { rules.canonical($0) }, usernameRules)
    if let availability { username = username.check(availability, of: \.username) }
    var password = FormField<SignupInput>.secret(SignupField.password.name, \.password)
    for rule in passwordRules.rules { password = password.rule(rule) }
    for rule in strengthRules.rules { password = password.rule(rule, reading: \.username) }
    var confirmation = FormField<SignupInput>.secret(SignupField.confirmation.name, \.confirmation)
    for rule in repetitionRules.rules {
      let rule = rule.of { (input: SignupInput) in
        TextMatch(of: input.confirmation, with: input.password)
      }
      confirmation = confirmation.rule(rule, reading: \.password)
    }
    return [username, password, confirmation]
  }

  /// The form of a user name, in one line.
  package var usernameRequirement: String { requirements.text(for: usernameForm) }

  /// Returns the verdict on a field.
  ///
  /// - Parameters:
  ///   - text: The field's text.
  ///   - states: Its state under the rules.
  ///   - old: The previous verdict and the state that it describes; unchanged texts are reused.
  package func field(
    _ text: String, _ states: ValidationStates,
    after old: (field: SignupVerdict.Field, states: ValidationStates)? = nil
  ) -> SignupVerdict.Field {
    let (issue, failure) = (states.firstIssue, states.firstFailure)
    let message = issue == old?.field.issue ? old?.field.message : issue.map(messages.text(for:))
    func requirement(_ index: Int, _ requirement: ValidationIssue) -> String {
      if let old, old.field.checklist.indices.contains(index),
        old.states.checklist[index].requirement == requirement
      {
        return old.field.checklist[index].text
      }
      return requirements.text(for: requirement)
    }
    let count = text.codePointCount
    return SignupVerdict.Field(
      issue: issue, message: message, failure: failure,
      failureMessage: failure == issue ? message : failure.map(messages.text(for:)),
      checklist: states.checklist.enumerated().map { index, item in
        SignupVerdict.Requirement(
          text: requirement(index, item.requirement), state: item.state,
          progress: item.state == .met ? nil : progress(to: item.requirement, count: count))
      },
      length: count)
  }

  /// Returns the progress of `count` characters towards a requirement; nil if `count` is 0 or the
  /// requirement cannot be counted.
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
