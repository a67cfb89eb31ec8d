import Credentials
import Forms
import Dispatch
import Reactive
import ReactiveExtras

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
@MainActor
public final class SignupViewModel: ObservableObject {
  /// The typed user name.
  @Published public var username = ""
  /// The typed password.
  @Published public var password = ""
  /// The password, typed for the second time.
  @Published public var confirmPassword = ""

  /// The line under the name: its error, or a single blank.
  @Published public private(set) var usernameMessage = " "
  /// The line under the passwords: too short, else too weak, else not the same, else a single
  /// blank.
  @Published public private(set) var passwordMessage = " "
  /// True if the present form can be submitted. Never lags behind the fields.
  @Published public private(set) var isValid = false

  /// The rules' verdict on the present form, for a live checklist.
  @Published public private(set) var verdict: SignupVerdict
  /// The estimated strength of the password.
  @Published public private(set) var strength = PasswordStrength(of: "")
  /// The availability of the name.
  @Published public private(set) var availability = UsernameAvailability.unknown
  /// The state of the submission; on success the stored username.
  @Published public private(set) var submission = SubmissionState<String, AccountError>.idle
  /// True if both passwords are a suggestion that is not accepted yet.
  @Published public private(set) var isPasswordSuggested = false

  /// The requirements of the form.
  public let rules: SignupRules
  private let timing: SignupTiming
  /// The form of which this one is made.
  private let form: FormViewModel<SignupInput>
  /// The present state of the form, from which everything else follows.
  ///
  /// The texts come in by the three properties, from a set or from a publisher assigned to one of
  /// them. They are kept here because a property still reads its old text while it publishes the
  /// new one, so a decision made from the properties could mix the two.
  @Published private var state: FormState<SignupInput>
  /// The messages that must not be shown yet.
  @Published private var holds: MessageHolds

  /// The pauses in typing that are waited for, one after the other: the form's one clock, which
  /// each edit restarts.
  private let rests = PassthroughSubject<Rest, Never>()
  /// The reason why the account store has not made the account.
  private var refusal: AccountError?
  /// True while an edit is under way: nothing may be shown before it is known which messages are
  /// held back.
  private var isEditing = false
  /// The passwords that a suggestion has replaced.
  private var replaced: (password: String, confirmation: String)?
  private var cancellables: Set<AnyCancellable> = []

  /// The time for which the typing has paused, and the time until the next message may be shown.
  private typealias Rest = (start: Duration, end: Duration)

  /// Makes an empty form.
  ///
  /// - Parameters:
  ///   - rules: The requirements of the form.
  ///   - store: The store for accounts; without one, `submit` only validates.
  ///   - timing: The times for which messages wait.
  ///   - scheduler: The scheduler that measures time and delivers answers. It has to run its work
  ///     on the main thread.
  ///   - background: The scheduler that asks the account store; it may be concurrent.
  public init<UI: Scheduler, Background: Scheduler>(
    rules: SignupRules = SignupRules(), store: (any AccountStore)? = nil,
    timing: SignupTiming = SignupTiming(), scheduler: UI = DispatchQueue.main,
    background: Background = DispatchQueue.global(qos: .userInitiated)
  ) {
    self.rules = rules
    self.timing = timing
    holds = MessageHolds(timing: timing)
    verdict = rules.verdict(SignupInput())
    let desk = store.map { SignupDesk(store: $0, policy: rules.usernamePolicy) }
    let refusals = PassthroughSubject<AccountError?, Never>()
    form = FormViewModel(
      SignupInput(),
      fields: rules.fields(
        availability: desk.map { $0.availability(after: timing.availability, on: background) }),
      messages: rules.messages, scheduler: scheduler,
      submission: desk.map {
        $0.registration(on: background, answering: scheduler, refusals)
      })
    state = form.state
    refusals.sink { [weak self] in self?.refusal = $0 }.store(in: &cancellables)

    rests
      .map { Just($0.end).delay(for: .duration($0.end - $0.start), scheduler: scheduler) }
      .switchToLatest()
      .sink { [weak self] in self?.rested(for: $0) }
      .store(in: &cancellables)

    form.$state.dropFirst().sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
    $username.sink { [weak self] in self?.edited(.username, to: $0) }
      .store(in: &cancellables)
    $password.sink { [weak self] in self?.edited(.password, to: $0) }
      .store(in: &cancellables)
    $confirmPassword.sink { [weak self] in self?.edited(.confirmation, to: $0) }
      .store(in: &cancellables)
  }

  // MARK: The user's actions

  /// The text of a field: one of the three properties.
  public subscript(field: SignupField) -> String {
    get { state.nodes[field.rawValue].field.value.text ?? "" }
    set {
      switch field {
      case .username: username = newValue
      case .password: password = newValue
      case .confirmation: confirmPassword = newValue
      }
    }
  }

  /// Reports that the focus has left a field, whose error may be shown from now on.
  public func blur(_ field: SignupField) {
    if field != .username { acceptSuggestion() }
    form.leave(field.id)
    holds.left(field, verdict)
    speak()
  }

  /// Submits the present form, even if messages are still held back.
  ///
  /// If there are errors, every field may show its own from now on. Otherwise the account is made,
  /// if there is a store; the store's answer is final, so a name may turn out to be taken only
  /// then. A second call while one is under way is ignored.
  ///
  /// - Returns: The first field to be fixed, in the order of the screen; nil if there is none.
  @discardableResult
  public func submit() -> SignupField? {
    switch submission {
    case .idle, .failed: break
    case .validating, .submitting, .succeeded: return nil
    }
    acceptSuggestion()
    holds.submitted(verdict)
    let wrong = form.submit()
    speak()
    return wrong.flatMap { wrong in SignupField.allCases.first { $0.id == wrong } }
  }

  /// Stops waiting for the answer to a submission.
  ///
  /// It does not take the submission back: the account store may be writing already, so the account
  /// may exist afterwards, and the form cannot know.
  public func cancelSubmission() {
    form.cancelSubmission()
  }

  /// Empties both passwords, when the form is left without an account.
  ///
  /// After an account was made they are empty already. The memory of a `String` cannot be
  /// overwritten from here; a program that needs that has its C library do it.
  public func forgetSecrets() {
    if !password.isEmpty { password = "" }
    if !confirmPassword.isEmpty { confirmPassword = "" }
  }

  /// True if the account was made, after which the form has no errors.
  private var isDone: Bool {
    if case .succeeded = submission { true } else { false }
  }

  /// The fields with errors, in the order of the screen, a taken name included.
  public var fieldsToFix: [SignupField] {
    SignupField.allCases.filter { field in
      state.nodes[field.rawValue].isBarred || state.refusal(of: field.id) != nil
    }
  }

  /// Returns the message that may be shown for a field now: none until it has been edited; during
  /// the first typing only an error that typing on cannot put right; from then on any error. A
  /// field that was right is called wrong only after a pause, or when it is left.
  public func message(for field: SignupField) -> String? {
    guard !isDone, holds.allowsMessage(field) else { return nil }
    let field = (place: field, state: state.nodes[field.rawValue].field)
    let judged = verdict[field.place]
    if field.place == .username, judged.isValid, let availabilityMessage {
      return availabilityMessage
    }
    if let refusal = state.refusal(of: field.place.id) { return rules.messages.text(for: refusal) }
    if field.state.revealsIssues {
      // Not “don’t match”: there is nothing yet that could.
      let isMissing =
        field.place == .confirmation && field.state.value == .text("") && !judged.isValid
      return isMissing ? missingMessage ?? judged.message : judged.message
    }
    return field.state.isEdited ? judged.failureMessage : nil
  }

  /// The message that the repetition is still missing, if there is a text for it.
  private var missingMessage: String? {
    let issue = ValidationIssue(.confirmationMissing)
    return rules.messages.templates[issue.code].map { _ in rules.messages.text(for: issue) }
  }

  /// The message about the whole form: the reason why the account store failed, or could not be
  /// asked.
  public var formMessage: String? {
    if case .failed(let error) = submission, error.signupIssue == nil { return error.description }
    if case .unanswered(let reason) = availability { return reason }
    return nil
  }

  /// True if the user has typed anything that would be lost.
  public var isDirty: Bool { state.isDirty }

  // MARK: A suggested password

  /// Puts a password into both fields, which can be withdrawn until it is accepted.
  func suggest(_ password: String) {
    let old = replaced ?? (self[.password], self[.confirmation])
    replacePasswords(with: (password, password))
    replaced = old
    isPasswordSuggested = true
  }

  /// Withdraws a suggested password and restores the texts that it has replaced; does nothing if
  /// none is suggested.
  public func withdrawSuggestion() {
    guard let old = replaced else { return }
    replacePasswords(with: old)
  }

  /// Keeps a suggested password and forgets the texts that it has replaced.
  private func acceptSuggestion() {
    replaced = nil
    if isPasswordSuggested { isPasswordSuggested = false }
  }

  private func replacePasswords(with new: (password: String, confirmation: String)) {
    // Each of these accepts an earlier suggestion, as any other edit does.
    (password, confirmPassword) = new
    acceptSuggestion()
  }

  // MARK: The consequences

  private func edited(_ field: SignupField, to text: String) {
    guard self[field] != text else { return }
    if field != .username { acceptSuggestion() }
    let old = verdict
    isEditing = true
    form.enter(.text(text), at: field.id)
    isEditing = false
    holds.edited(field, from: old, to: verdict)
    awaitRest(after: .zero)
    if field != .confirmation {
      strength = rules.passwordPolicy.strength(
        of: state.value.password, username: verdict.canonicalUsername)
    }
    speak()
  }

  /// Takes in another state of the form, after an edit, an answer or a submission.
  private func follow(_ new: FormState<SignupInput>) {
    let old = state
    state = new
    judge(old)
    let (known, done) = (newAvailability, newSubmission)
    if availability != known { availability = known }
    if isValid != new.isValid { isValid = new.isValid }
    if submission != done {
      submission = done
      if isDone { forgetSecrets() }
    }
    if !isEditing { speak() }
  }

  /// Makes the verdict from the standings of the form's fields, with new texts only for those
  /// fields whose standing has changed.
  private func judge(_ old: FormState<SignupInput>) {
    var fields = verdict.fields
    var hasChanged = false
    for field in SignupField.allCases {
      let (node, before) = (state.nodes[field.rawValue], old.nodes[field.rawValue])
      guard
        node.field.value != before.field.value || node.standings != before.standings
      else { continue }
      fields[field] = rules.field(state.value[field], node.standings)
      hasChanged = true
    }
    guard hasChanged else { return }
    let input = state.value
    let match = TextMatch(of: input.confirmation, with: input.password)
    verdict = rules.verdict(on: input, match, fields)
  }

  private var newSubmission: SubmissionState<String, AccountError> {
    switch state.submission {
    case .idle: .idle
    case .validating: .validating
    case .submitting: .submitting
    case .succeeded(let input): .succeeded(input.username)
    case .failed: refusal.map { .failed($0) } ?? .idle
    }
  }

  /// Waits until the first of the messages held back may be shown, `time` having passed since the
  /// last edit.
  private func awaitRest(after time: Duration) {
    if let next = holds.nextRest(verdict) { rests.send((time, next)) }
  }

  private func rested(for time: Duration) {
    holds.rested(for: time, verdict)
    speak()
    awaitRest(after: time)
  }

  /// Shows the messages that may be shown in the two lines.
  private func speak() {
    func sayable(_ field: SignupField) -> String? {
      !isDone && holds.allowsLine(field) ? verdict[field].message : nil
    }
    let name = verdict.username.isValid ? availabilityMessage : sayable(.username)
    let password = sayable(verdict.password.isValid ? .confirmation : .password)
    if usernameMessage != name ?? " " { usernameMessage = name ?? " " }
    if passwordMessage != password ?? " " { passwordMessage = password ?? " " }
  }

  // MARK: The account store

  private var availabilityMessage: String? {
    switch availability {
    case .taken(let suggestion?):
      rules.messages.text(for: ValidationIssue(.usernameTaken)) + " – try \(suggestion)"
    case .taken(nil):
      rules.messages.text(for: ValidationIssue(.usernameTaken))
    case .refused(let reason):
      reason
    case .unknown, .checking, .free, .unanswered:
      nil
    }
  }

  /// The availability of the name, by the submission's answer, or else the check's.
  private var newAvailability: UsernameAvailability {
    if let refused = state.refusal(of: SignupField.username.id) { return .init(refused) }
    guard let check = state.nodes[SignupField.username.rawValue].checks.first, check.isCurrent
    else { return .unknown }
    switch check.phase {
    case .idle: return .unknown
    case .unasked, .waiting, .asking: return .checking
    case .answered(_, let issues): return issues.first.map { .init($0) } ?? .free
    case .unanswered(_, let failure, _):
      return .unanswered(reason: failure.text("reason") ?? "")
    }
  }
}
