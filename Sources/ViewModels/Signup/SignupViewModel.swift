import Dispatch
import Reactive

/// A sign-up form: typed texts go in, the view's state comes out.
///
///     let model = SignupViewModel()
///     model.$passwordMessage.sink { print($0) }.store(in: &cancellables)
///     model.username = "annika"
///     model.password = "Correct-horse-7"
///     model.confirmPassword = "Correct-horse-7"
///     model.isValid  // true, at once
///
/// Every decision is made from one snapshot of all fields. ``isValid`` follows each change at once,
/// so a form that has become invalid cannot be submitted; messages wait for the times of
/// ``SignupTiming`` and go away at once. Leaving a field or submitting the form ends the wait. A
/// field that the user has not edited has no message until the form is submitted. With an account
/// store the name is checked as it is typed, and ``submit()`` makes the account; both happen on
/// `background`, and their answers arrive on `scheduler`. Once the account is made both passwords
/// are empty.
@MainActor public final class SignupViewModel: ObservableObject {
  /// The typed user name.
  @SignupPart(.username) public var username: String
  /// The typed password.
  @SignupPart(.password) public var password: String
  /// The password, typed for the second time.
  @SignupPart(.confirmation) public var confirmPassword: String

  /// All that the form shows, made from one snapshot of its fields.
  @Published public private(set) var state: SignupState
  /// The line under the name: its error, or a single blank.
  @SignupPart({ $0.usernameMessage }) public private(set) var usernameMessage: String
  /// The line under the passwords: too short, otherwise too weak, otherwise different; a single
  /// blank if there is no error.
  @SignupPart({ $0.passwordMessage }) public private(set) var passwordMessage: String
  /// True if the current form can be submitted. Never lags behind the fields.
  @SignupPart({ $0.isValid }) public private(set) var isValid: Bool
  /// The rules' verdict on the current form, for a live checklist.
  @SignupPart({ $0.verdict }) public private(set) var verdict: SignupVerdict
  /// The estimated strength of the password.
  @SignupPart({ $0.strength }) public private(set) var strength: PasswordStrength
  /// The availability of the name.
  @SignupPart({ $0.availability }) public private(set) var availability: UsernameAvailability
  /// The state of the submission; on success the stored username.
  @SignupPart({ $0.submission })
  public private(set) var submission: SubmissionState<String, AccountError>
  /// True if both passwords are a suggestion that is not accepted yet.
  @SignupPart({ $0.isPasswordSuggested }) public private(set) var isPasswordSuggested: Bool

  /// The requirements of the form.
  public let rules: SignupRules
  /// The purpose of the form.
  public let purpose: SignupPurpose
  /// The underlying form, which has the texts.
  private let form: FormViewModel<SignupInput>
  /// The state that the published one is made from; the latter still has its old value meanwhile.
  private(set) var current: SignupState
  /// The texts of the last state, for subscribers on other threads.
  let typed = Locked(SignupInput())
  /// The messages that must not be shown yet.
  private var holds: MessageHolds
  /// The pause in typing that is waited for, which each edit starts again.
  private var rest: AnyCancellable?
  /// The fields that should get the focus because a submission was refused for their errors: each
  /// time the first one in screen order, also if a later answer finds it.
  public var focusRequests: AnyPublisher<SignupField, Never> {
    form.focus.compactMap { id in SignupField.allCases.first { $0.id == id } }.eraseToAnyPublisher()
  }

  /// The reason why the account store has not made the account.
  private let refusal = CurrentValueSubject<AccountError?, Never>(nil)
  /// The passwords that a suggestion has replaced, until it is accepted.
  private var replaced: (password: String, confirmation: String)?
  /// The number of states that have been published, or are about to be.
  private var publications = 0
  private var cancellables: Set<AnyCancellable> = []

  /// Makes an empty form.
  ///
  /// - Parameters:
  ///   - purpose: A new account, or a new password for one, whose name is in the form.
  ///   - rules: The requirements of the form; those for names apply only to new accounts.
  ///   - store: The store for accounts; without one, `submit` only validates.
  ///   - timing: How long messages are held back.
  ///   - scheduler: The scheduler that measures time and delivers answers. It must run its work on
  ///     the main thread.
  ///   - background: The scheduler that asks the account store; it may be concurrent.
  public init<UI: Scheduler, Background: Scheduler>(
    purpose: SignupPurpose = .newAccount,
    rules: SignupRules = SignupRules(), store: (any AccountStore)? = nil,
    timing: SignupTiming = SignupTiming(), scheduler: UI = DispatchQueue.main,
    background: Background = DispatchQueue.global(qos: .userInitiated)
  ) {
    let rules = purpose.username == nil ? rules : rules.forGivenName()
    (self.rules, self.purpose) = (rules, purpose)
    holds = MessageHolds(timing: timing)
    let service = store.map {
      SignupService(store: $0, policy: rules.usernamePolicy, purpose: purpose)
    }
    let availability =
      purpose.username == nil
      ? service?.availability(after: timing.availability, on: background) : nil
    let input = SignupInput(username: purpose.username ?? "")
    form = FormViewModel(
      input, fields: rules.fields(availability: availability), messages: rules.messages,
      scheduler: scheduler,
      submission: service?.registration(on: background, answering: scheduler, refusal))
    current = SignupState(verdict: rules.verdict(input))
    typed.withLock { $0 = input }
    state = current
    form.changed = { [weak self] in self?.follow($0) }
  }

  // MARK: The user's actions

  /// The text of a field: one of the three properties.
  public subscript(field: SignupField) -> String {
    get { form.contents(at: field.rawValue).text ?? "" }
    set {
      guard newValue != self[field] else { return }
      if field != .username { replaced = nil }
      form.update { $0.put(.text(newValue), at: field.id) }
    }
  }

  /// Changes this model by the values of a publisher while the model lives.
  func assign<Value>(
    _ values: AnyPublisher<Value, Never>, _ set: @escaping (Value, SignupViewModel) -> Void
  ) {
    values.sink { [weak self] value in if let self { set(value, self) } }.store(in: &cancellables)
  }

  /// Reports that the focus has left a field, whose error may be shown from now on.
  public func blur(_ field: SignupField) {
    if field != .username { replaced = nil }
    holds.left(field, current.verdict)
    form.update { $0.leave(field.id) }
  }

  /// Submits the current form, even if messages are still held back.
  ///
  /// If there are errors, every field may show its own from now on. Otherwise the account is made,
  /// if there is a store; the store's answer is final, so a name may turn out to be taken only
  /// then. A call during a submission is ignored.
  ///
  /// - Returns: The first field to correct, in screen order; nil if there is none.
  @discardableResult public func submit() -> SignupField? {
    switch current.submission {
    case .idle, .failed: break
    case .validating, .submitting, .succeeded: return nil
    }
    replaced = nil
    holds.submitted(current.verdict)
    let wrong = form.submit()
    return wrong.flatMap { wrong in SignupField.allCases.first { $0.id == wrong } }
  }

  /// Stops waiting for the answer to a submission.
  ///
  /// It does not take the submission back: the account store may be writing already, so the account
  /// may exist afterwards, and the form cannot know.
  public func cancelSubmission() { form.cancelSubmission() }

  /// Empties both passwords, when the form is left without an account.
  ///
  /// After an account was made they are empty already. The memory of a `String` cannot be
  /// overwritten from here; a program that needs that has its C library do it.
  public func forgetSecrets() {
    replaced = nil
    enterPasswords("", "")
  }

  /// True if the account was made, after which the form has no errors.
  private var isDone: Bool { if case .succeeded = current.submission { true } else { false } }

  /// The fields with errors, in the order of the screen, a taken name included.
  public var fieldsToFix: [SignupField] {
    SignupField.allCases.filter { field in
      form.nodes[field.rawValue].isBlocking || form.refusal(of: field.id) != nil
    }
  }

  /// Returns the message that may be shown for a field now: none until it has been edited; during
  /// the first typing only an error that further typing cannot correct; from then on any error. A
  /// field that was right is called wrong only after a pause, or when it is left.
  public func message(for field: SignupField) -> String? {
    guard !isDone, holds.allowsMessage(field) else { return nil }
    let (typed, judged) = (form.nodes[field.rawValue].field, current.verdict[field])
    if field == .username, judged.isValid, let availabilityMessage { return availabilityMessage }
    if let refusal = form.refusal(of: field.id) { return rules.messages.text(for: refusal) }
    guard typed.revealsIssues else { return typed.isEdited ? judged.failureMessage : nil }
    // Not “don’t match”, as the repetition is still empty.
    let isMissing = field == .confirmation && typed.value == .text("") && !judged.isValid
    return isMissing ? missingMessage ?? judged.message : judged.message
  }

  /// The message that the repetition is still missing, if it has a template.
  private var missingMessage: String? {
    let issue = ValidationIssue(.confirmationMissing)
    return rules.messages.templates[issue.code].map { _ in rules.messages.text(for: issue) }
  }

  /// The message about the whole form: the reason why the account store failed, or could not be
  /// asked.
  public var formMessage: String? {
    if case .failed(let error) = current.submission, error.signupIssue == nil {
      return error.description
    }
    if case .unanswered(let reason) = current.availability { return reason }
    return nil
  }

  /// True if the user has typed text that would be lost.
  public var isDirty: Bool { form.isDirty }

  /// The free name offered in place of a taken one; nil for none.
  public var offeredUsername: String? {
    guard case .taken(let suggestion?) = current.availability else { return nil }
    return suggestion
  }

  /// Accepts the free name offered in place of a taken one.
  ///
  /// For `racer1` that may be `racer2`. Its availability is looked up as for a typed name.
  ///
  /// - Returns: True if there was one.
  @discardableResult public func takeOfferedUsername() -> Bool {
    guard let name = offeredUsername else { return false }
    username = name
    return true
  }

  // MARK: A suggested password

  /// Puts a password into both fields, which can be withdrawn until it is accepted.
  func suggest(_ password: String) {
    replacePasswords(
      with: (password, password), keeping: replaced ?? (self[.password], self[.confirmation]))
  }

  /// Withdraws a suggested password and restores the texts that it has replaced; does nothing if
  /// none is suggested.
  public func withdrawSuggestion() {
    if let old = replaced { replacePasswords(with: old, keeping: nil) }
  }

  private func replacePasswords(
    with new: (password: String, confirmation: String),
    keeping old: (password: String, confirmation: String)?
  ) {
    replaced = old
    // Publishes also if the texts are the same, because they are a suggestion now, or none.
    if !enterPasswords(new.password, new.confirmation) { publish() }
  }

  /// Enters both passwords as one change; returns true if it is one.
  @discardableResult
  private func enterPasswords(_ password: String, _ confirmation: String) -> Bool {
    guard self[.password] != password || self[.confirmation] != confirmation else { return false }
    form.update {
      $0.put(.text(password), at: SignupField.password.id)
      $0.put(.text(confirmation), at: SignupField.confirmation.id)
    }
    return true
  }

  // MARK: The consequences

  /// Takes in another state of the form: after an edit, an answer or a step of a submission.
  private func follow(_ old: [FormNode]) {
    let nodes = form.nodes
    let edited = SignupField.allCases.filter {
      nodes[$0.rawValue].field.value != old[$0.rawValue].field.value
    }
    if !edited.isEmpty { judge(edited, after: old) }
    let wasDone = isDone
    current.isValid = form.isValid
    current.availability = availabilityOfForm
    current.submission = submissionOfForm
    typed.withLock { [input = form.value] in $0 = input }
    publish(rested: edited.isEmpty ? nil : .zero)
    if isDone, !wasDone { forgetSecrets() }
  }

  /// Evaluates the form after an edit, with new texts only for fields whose states have changed.
  private func judge(_ edited: [SignupField], after old: [FormNode]) {
    let (input, nodes, before) = (form.value, form.nodes, current.verdict)
    var fields = before.fields
    for field in SignupField.allCases {
      let states = nodes[field.rawValue].states
      if edited.contains(field) || states != old[field.rawValue].states {
        fields[field] = rules.field(
          input[field], states, after: (fields[field], old[field.rawValue].states))
      }
    }
    let match = TextMatch(of: input.confirmation, with: input.password)
    current.verdict = rules.verdict(on: input, match, fields)
    holds.edited(edited, from: before, to: current.verdict)
    if edited != [.confirmation] {
      current.strength = rules.passwordPolicy.strength(of: input.password, username: input.username)
    }
  }

  private var submissionOfForm: SubmissionState<String, AccountError> {
    switch form.submissionState {
    case .idle: .idle
    case .validating: .validating
    case .submitting: .submitting
    case .succeeded(let input): .succeeded(input.username)
    case .failed: refusal.value.map { .failed($0) } ?? .idle
    }
  }

  private func rested(for time: Duration) {
    holds.rested(for: time, current.verdict)
    publish(rested: time)
  }

  /// Publishes the state, with the messages that may be shown in the two lines.
  ///
  /// - Parameter time: The time since the last edit, at which to start waiting for the first
  ///   held-back message; nil for none, or if it is already waited for.
  private func publish(rested time: Duration? = nil) {
    publications += 1
    let publication = publications
    if let time {
      rest = holds.nextRest(current.verdict).map { end in
        form.clock.after(end - time) { [weak self] in self?.rested(for: end) }
      }
    }
    // A scheduler that waits for nothing has published what comes after the pause.
    guard publication == publications else { return }
    let verdict = current.verdict
    func sayable(_ field: SignupField) -> String? {
      !isDone && holds.allowsLine(field) ? verdict[field].message : nil
    }
    let name = verdict.username.isValid ? availabilityMessage : sayable(.username)
    let password = sayable(verdict.password.isValid ? .confirmation : .password)
    current.usernameMessage = name ?? " "
    current.passwordMessage = password ?? " "
    current.isPasswordSuggested = replaced != nil
    state = current
    // A subscriber may have changed the form meanwhile.
    if state != current { state = current }
  }

  // MARK: The account store

  private var availabilityMessage: String? {
    switch current.availability {
    case .taken(let suggestion?):
      rules.messages.text(for: ValidationIssue(.usernameTaken)) + " – try \(suggestion)"
    case .taken(nil): rules.messages.text(for: ValidationIssue(.usernameTaken))
    case .refused(let reason): reason
    case .unknown, .checking, .free, .unanswered: nil
    }
  }

  /// The availability of the name, by the submission's answer, or else the check's.
  private var availabilityOfForm: UsernameAvailability {
    if let refused = form.refusal(of: SignupField.username.id) { return .init(refused) }
    guard let check = form.nodes[SignupField.username.rawValue].checks.first, check.isCurrent
    else { return .unknown }
    switch check.phase {
    case .idle: return .unknown
    case .unasked, .waiting, .asking: return .checking
    case .answered(_, let issues): return issues.first.map { .init($0) } ?? .free
    case .unanswered(_, let failure, _): return .unanswered(reason: failure.text("reason") ?? "")
    }
  }
}
