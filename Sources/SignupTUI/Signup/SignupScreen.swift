import Dispatch
import Reactive
import TerminalForms
import TerminalKit
import ViewModels

/// The sign-up form, or that of another password: keys go to the fields and from there to the view
/// model, whose state is drawn.
@MainActor
final class SignupScreen: HostedForm {
  /// The end of the form.
  enum Result: Equatable {
    /// The account of this name was made, or its password changed.
    case done(username: String)
    case cancelled
    /// ^C, twice if something had been typed; or the account store's answer was not waited for.
    case interrupted
  }

  private(set) var result: Result?

  let model: SignupViewModel
  /// The place of the accounts, for the user to see.
  let place: String
  /// The form of a user name, made once and not for each frame.
  let usernameRequirement: String
  var host: FormHost<SignupFocus>
  var focus: SignupFocus {
    get { host.focus }
    set {
      guard newValue != focus else { return }
      host.focus = newValue
      factsBeforeTyping = passwordFacts
    }
  }
  /// The facts about the password when the focus last moved.
  private(set) var factsBeforeTyping: PasswordFacts?
  /// The fields' editors. The view model owns the texts; an editor has a copy of one with a cursor
  /// in it and what can be undone.
  var fields: SignupFields<TextField>
  /// The footer that was made last, and what it was made of.
  var madeFooter: (conditions: FooterConditions, footer: Footer)?
  /// True if the screen is recorded in a file, where no password may be.
  var isRecorded = false
  /// True while the account file's lock is waited for.
  var isWaitingForLock = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a form whose view model runs on the event loop, and on a background queue for the store.
  convenience init(
    purpose: SignupPurpose = .newAccount, store: any AccountStore, rules: SignupRules,
    place: String, mask: TextField.Echo, loop: EventLoop,
    background: some Scheduler = DispatchQueue.global(qos: .userInitiated)
  ) {
    self.init(
      model: SignupViewModel(
        purpose: purpose, rules: rules, store: store, scheduler: LoopScheduler(loop: loop),
        background: background),
      place: place, mask: mask)
    // Its one published property: nothing has to be found by reflection.
    model.$state.sink { _ in loop.setNeedsFrame() }.store(in: &cancellables)
  }

  init(model: SignupViewModel, place: String, mask: TextField.Echo = .bullets) {
    self.model = model
    self.place = place
    usernameRequirement = model.rules.usernameRequirement
    host = FormHost(focus: .field(model.purpose.fields[0]))
    // No more than can be hashed: one limit for what is typed, what is pasted, and the rules.
    let password = TextField(
      noun: "a password", echo: mask,
      maximumBytes: model.rules.passwordPolicy.maximumStoredBytes)
    fields = SignupFields(
      username: TextField(noun: "a username", trimsPaste: true),
      password: password, confirmation: password)
    model.$submission.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
    // An answer about the name may find an error before the one that the submission stopped at.
    model.focusRequests.sink { [weak self] in self?.focus = .field($0) }.store(in: &cancellables)
  }

  /// Puts a name into the form, as if it had been typed; what is asked for next is the password.
  func fillIn(_ username: String) {
    model.username = username
    model.blur(.username)
    if model.verdict.username.isValid { focus = .field(.password) }
  }

  /// Lets go of what was typed, as far as a `String` can be forgotten.
  func forgetSecrets() {
    model.forgetSecrets()
    for field in [SignupField.password, .confirmation] { fields[field].setText("") }
  }

  // MARK: Moving

  var stops: [SignupFocus] {
    SignupFocus.all.filter { $0.field.map(model.purpose.fields.contains) ?? true }
  }

  func leaveField() {
    guard let field = focus.field else { return }
    fields[field].isRevealed = false
    model.blur(field)
  }

  func press() {
    switch focus {
    case .field(.confirmation), .register: register()
    case .field: move(by: 1)
    case .cancel: leave(byInterrupt: false)
    }
  }

  // MARK: Editing

  func edit(_ event: InputEvent) {
    guard let field = focus.field, !model.submission.isUnderWay else { return }
    let wasSuggested = model.isPasswordSuggested
    takeOverTexts()
    let response = fields[field].handle(event)
    if model[field] != fields[field].text { model[field] = fields[field].text }
    switch response {
    case .ignored, .handled: break
    case .edited:
      host.refusal = nil
      if wasSuggested { hideSecrets() }
    case .refused(let note): host.refusal = (focus, note)
    }
  }

  /// Gives the editors the texts that the view model has.
  func takeOverTexts() {
    for field in SignupField.allCases { fields[field].setText(model[field]) }
  }

  func toggleReveal() {
    guard let field = focus.field, fields[field].isSecret else { return }
    guard mayShowSecrets(in: field) else { return }
    fields[field].isRevealed.toggle()
  }

  /// Returns true if a password may be on the screen; if not, the field says so.
  private func mayShowSecrets(in field: SignupField) -> Bool {
    if isRecorded {
      host.refusal = (.field(field), "Passwords stay hidden while the screen is recorded")
    }
    return !isRecorded
  }

  // MARK: A suggested password

  func suggestPassword() {
    guard let field = focus.field, fields[field].isSecret, mayShowSecrets(in: field) else { return }
    guard model.suggestPassword() else {
      host.refusal = (focus, "No password can be made up that keeps to these rules")
      return
    }
    hideSecrets()
    focus = .field(.password)
    // Where nothing of a password is to be shown, it takes another key.
    fields.password.isRevealed = fields.password.echo != .nothing
  }

  func takeSuggestionBack() {
    model.withdrawSuggestion()
    hideSecrets()
  }

  func hideSecrets() {
    for field in SignupField.allCases { fields[field].isRevealed = false }
  }

  // MARK: Leaving

  func register() {
    if let field = focus.field { fields[field].isRevealed = false }
    host.hasBeenRefused = false
    if let wrong = model.submit() {
      host.hasBeenRefused = true
      focus = .field(wrong)
    }
    factsBeforeTyping = passwordFacts
  }

  /// Takes in the answer of the store.
  private func follow(_ submission: SubmissionState<String, AccountError>) {
    switch submission {
    case .succeeded(let username): result = .done(username: username)
    case .failed(let error):
      isWaitingForLock = false
      host.question = nil
      if let refused = error.signupIssue {
        host.hasBeenRefused = true
        focus = .field(refused.field)
      } else {
        // Where it is said why.
        focus = .register
      }
    case .idle, .validating, .submitting: break
    }
  }

  var isDirty: Bool { model.isDirty }

  var isUnderWay: Bool { model.submission.isUnderWay }

  var isInText: Bool { focus.field != nil }

  func close(byInterrupt: Bool) { result = byInterrupt ? .interrupted : .cancelled }
}

/// The places that keys act on, in reading order.
enum SignupFocus: Hashable {
  case field(SignupField)
  case register
  case cancel

  static let all: [SignupFocus] = SignupField.allCases.map { .field($0) } + [.register, .cancel]

  var field: SignupField? {
    guard case .field(let field) = self else { return nil }
    return field
  }
}
