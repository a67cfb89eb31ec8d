import Dispatch
import Reactive
import ReactiveExtras

/// A sign-up form: what is typed goes in, what is to be shown comes out.
///
///     let model = SignupViewModel()
///     model.$passwordMessage.sink { print($0) }.store(in: &cancellables)
///     model.username = "ann"
///     model.password = "Correct-horse-7"
///     model.confirmPassword = "Correct-horse-7"
///     model.isValid  // true, at once
///
/// Every decision is made from one snapshot of all fields. ``isValid`` follows each change at once,
/// so a form that has become invalid cannot be submitted; messages wait as ``SignupTiming`` says
/// and go away at once. Leaving a field or submitting the form ends the wait. Nothing is said of a
/// field that the user has not edited, until the form is submitted. With an account store the name
/// is checked as it is typed, and ``submit()`` makes the account; both happen on `background`, and
/// their answers arrive on `scheduler`.
@MainActor
public final class SignupViewModel: ObservableObject {
  /// The user name as typed.
  @Published public var username = ""
  /// The password as typed.
  @Published public var password = ""
  /// The password, typed for the second time.
  @Published public var confirmPassword = ""

  /// The line under the name: what is wrong with it, or a single blank.
  @Published public private(set) var usernameMessage = " "
  /// The line under the passwords: too short, else too weak, else unlike, else a single blank.
  @Published public private(set) var passwordMessage = " "
  /// Whether the form as it stands can be submitted. Never lags behind the fields.
  @Published public private(set) var isValid = false

  /// Everything that the rules say of the form as it stands, for a live checklist.
  @Published public private(set) var verdict: SignupVerdict
  /// How hard the password is to guess.
  @Published public private(set) var strength = PasswordStrength(of: "")
  /// Whether the name is free.
  @Published public private(set) var availability = UsernameAvailability.unknown
  /// Where the submission stands; on success the username stored.
  @Published public private(set) var submission = SubmissionState<String, AccountError>.idle

  /// What the form asks for.
  public let rules: SignupRules
  private let timing: SignupTiming
  /// The fields as they have been filled in, from which everything else follows.
  ///
  /// The texts come in by the three properties, from a set or from a publisher assigned to one of
  /// them. They are kept here because a property still reads its old text while it publishes the
  /// new one, so a decision made from the properties could mix the two.
  @Published private var fields = SignupFields(repeating: FieldState(""))
  /// What must not be said yet.
  @Published private var holds: MessageHolds

  /// The rests that are waited for, one after the other: the form's one clock, which each edit sets
  /// going anew.
  private let rests = PassthroughSubject<Rest, Never>()
  /// Names to be asked for; nil to forget the one that was.
  private let namesToCheck = PassthroughSubject<String?, Never>()
  private let register: ((_ username: String, _ password: String) -> RegistrationPublisher)?
  private var registration: AnyCancellable?
  private var cancellables: Set<AnyCancellable> = []

  /// How long the typing has rested, and how long it has to until the next message may be said.
  private typealias Rest = (start: Duration, end: Duration)
  private typealias RegistrationPublisher = AnyPublisher<SignupDesk.Answer, Never>

  /// Makes an empty form.
  ///
  /// - Parameters:
  ///   - rules: What the form asks for.
  ///   - store: Where accounts are kept; without one, `submit` only validates.
  ///   - timing: How long messages wait.
  ///   - scheduler: Whose clock counts and where answers arrive. It has to run its work on the main
  ///     thread.
  ///   - background: Where the account store is asked; it may be concurrent.
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
    register = desk.map { desk in
      { username, password in
        SignupDesk.work(on: background) { desk.register(username, password: password) }
          .receive(on: scheduler)
          .eraseToAnyPublisher()
      }
    }

    rests
      .map { Just($0.end).delay(for: .duration($0.end - $0.start), scheduler: scheduler) }
      .switchToLatest()
      .sink { [weak self] in self?.rested(for: $0) }
      .store(in: &cancellables)
    if let desk {
      checkNames(at: desk, scheduler: scheduler, background: background)
    }

    $username.sink { [weak self] in self?.edited(.username, to: $0) }
      .store(in: &cancellables)
    $password.sink { [weak self] in self?.edited(.password, to: $0) }
      .store(in: &cancellables)
    $confirmPassword.sink { [weak self] in self?.edited(.confirmation, to: $0) }
      .store(in: &cancellables)
  }

  // MARK: What the user does

  /// The text of a field: one of the three properties.
  public subscript(field: SignupField) -> String {
    get { fields[field].value }
    set {
      switch field {
      case .username: username = newValue
      case .password: password = newValue
      case .confirmation: confirmPassword = newValue
      }
    }
  }

  /// The focus has left a field: what is wrong with it may be said from now on.
  public func blur(_ field: SignupField) {
    fields[field].blur()
    holds.left(field, verdict)
    speak()
  }

  /// Submits the form as it stands now, whatever messages are still held back.
  ///
  /// If something is wrong, every field may show it from now on. Otherwise the account is made, if
  /// there is a store; the store's answer is final, so a name may turn out to be taken only then. A
  /// second call while one is under way is ignored.
  ///
  /// - Returns: The first field to be fixed, in the order of the screen; nil if there is none.
  @discardableResult
  public func submit() -> SignupField? {
    guard submission.begin() else { return nil }
    for field in SignupField.allCases { fields[field].submit() }
    holds.submitted(verdict)
    speak()
    if let field = fieldsToFix.first {
      submission.abandon()
      return field
    }
    submission.send()
    let (name, secret) = (verdict.canonicalUsername, fields.password.value)
    guard let register else {
      submission.finish(with: .success(name))
      return nil
    }
    registration = register(name, secret)
      .sink { [weak self] in self?.registered($0) }
    return nil
  }

  /// Gives up waiting for the answer to a submission.
  ///
  /// It does not take the submission back: the account store may be writing already, so the account
  /// may exist afterwards, and the form cannot know.
  public func cancelSubmission() {
    registration = nil
    submission.abandon()
  }

  /// The fields with something wrong, in the order of the screen, a taken name included.
  public var fieldsToFix: [SignupField] {
    SignupField.allCases.filter { field in
      if field == .username, availabilityMessage != nil { return true }
      return !verdict[field].isValid
    }
  }

  /// What may be said of a field now: nothing while it has not been edited; while it is typed for
  /// the first time only what typing on cannot put right; from then on whatever is wrong. A field
  /// that was right is called wrong only after a rest, or when it is left.
  public func message(for field: SignupField) -> String? {
    guard holds.allowsMessage(field) else { return nil }
    let state = fields[field]
    let judged = verdict[field]
    if field == .username, judged.isValid, let availabilityMessage { return availabilityMessage }
    if state.revealsIssues {
      // Not “don’t match”: there is nothing yet that could.
      let isMissing = field == .confirmation && state.value.isEmpty && !judged.isValid
      return isMissing ? missingMessage ?? judged.message : judged.message
    }
    return state.isEdited ? judged.failureMessage : nil
  }

  /// That the repetition is still to be typed, if the messages have words for it.
  private var missingMessage: String? {
    let issue = ValidationIssue(.confirmationMissing)
    return rules.messages.templates[issue.code].map { _ in rules.messages.text(for: issue) }
  }

  /// What concerns the whole form rather than a field: why the account store failed, or could not
  /// be asked.
  public var formMessage: String? {
    if case .failed(let error) = submission, error.signupIssue == nil { return error.description }
    if case .unanswered(let reason) = availability { return reason }
    return nil
  }

  /// Whether the user has typed anything that would be lost.
  public var isDirty: Bool { SignupField.allCases.contains { fields[$0].isDirty } }

  // MARK: What follows from it

  private func edited(_ field: SignupField, to text: String) {
    guard fields[field].value != text else { return }
    fields[field].edit(text)
    let input = SignupInput { fields[$0].value }
    let old = verdict
    verdict = rules.verdict(input)
    holds.edited(field, from: old, to: verdict)
    awaitRest(after: .zero)
    if case .failed = submission { submission.abandon() }
    if field == .username { checkName() }
    if field != .confirmation {
      strength = rules.passwordPolicy.strength(
        of: input.password, username: verdict.canonicalUsername)
    }
    revalidate()
    speak()
  }

  private func revalidate() {
    let isChecked: Bool =
      switch availability {
      // Whether the store can be written to is for the submission to find out.
      case .free, .unanswered: true
      case .unknown: register == nil
      case .checking, .taken, .refused: false
      }
    let nowValid = verdict.isValid && isChecked
    if isValid != nowValid { isValid = nowValid }
  }

  /// Waits until the first of the messages that are held back may be said, `time` having passed
  /// since the last edit.
  private func awaitRest(after time: Duration) {
    if let next = holds.nextRest(verdict) { rests.send((time, next)) }
  }

  private func rested(for time: Duration) {
    holds.rested(for: time, verdict)
    speak()
    awaitRest(after: time)
  }

  /// Says in the two lines what may be said.
  private func speak() {
    func sayable(_ field: SignupField) -> String? {
      holds.allowsLine(field) ? verdict[field].message : nil
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

  private func checkNames(
    at desk: SignupDesk, scheduler: some Scheduler, background: some Scheduler
  ) {
    let delay = timing.availability
    namesToCheck
      .map { name -> AnyPublisher<UsernameAvailability, Never> in
        guard let name else { return Empty().eraseToAnyPublisher() }
        return Just(name)
          .delay(for: .duration(delay), scheduler: scheduler)
          .flatMap { name in SignupDesk.work(on: background) { desk.availability(of: name) } }
          .receive(on: scheduler)
          .eraseToAnyPublisher()
      }
      .switchToLatest()
      .sink { [weak self] answer in
        guard let self else { return }
        availability = answer
        revalidate()
        speak()
      }
      .store(in: &cancellables)
  }

  /// The name has changed: what was known of it no longer holds.
  private func checkName() {
    let asks = register != nil && verdict.username.isValid
    availability = asks ? .checking : .unknown
    namesToCheck.send(asks ? verdict.canonicalUsername : nil)
  }

  private func registered(_ answer: SignupDesk.Answer) {
    registration = nil
    guard submission.finish(with: answer.result) else { return }
    switch answer.result {
    case .success:
      namesToCheck.send(nil)
    case .failure(.taken):
      availability = .taken(suggestion: answer.suggestion)
    case .failure(let error):
      if let refused = error.signupIssue, refused.field == .username {
        availability = .refused(reason: error.description)
      }
    }
    revalidate()
    speak()
  }
}
