/// The sign-up form, or that of a new password: keys go to the fields and from there to the view
/// model, whose state is drawn.
@MainActor final class SignupScreen: TextForm {
  /// The end of the form, with the name of the account that was made or has its new password.
  private(set) var result: FormEnd<String>?

  let model: SignupViewModel
  /// The path of the accounts, as shown to the user.
  let shownPath: String
  /// The rule for user names, made once and not for each frame.
  let usernameRequirement: String
  var host: FormHost<TextFocus>
  var focus: TextFocus {
    get { host.focus }
    set {
      guard newValue != focus else { return }
      host.focus = newValue
      factsBeforeTyping = passwordFacts
    }
  }
  /// The facts about the password when the focus last moved.
  private(set) var factsBeforeTyping: PasswordFacts?
  var editors: [TextField]
  /// The last footer, and the conditions that it was made from.
  var madeFooter: (conditions: FooterConditions, footer: Footer)?
  /// True if the screen is recorded in a file, which must not contain a password.
  var isRecorded = false
  /// True while waiting for the account file's lock.
  var isWaitingForLock = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a form whose view model runs on the event loop, and on a background queue for the store.
  convenience init(
    purpose: SignupPurpose = .newAccount, store: any AccountStore, rules: SignupRules,
    shownPath: String, mask: TextField.Echo, loop: EventLoop,
    background: some Scheduler = DispatchQueue.global(qos: .userInitiated)
  ) {
    self.init(
      model: SignupViewModel(
        purpose: purpose, rules: rules, store: store, scheduler: LoopScheduler(loop: loop),
        background: background), shownPath: shownPath, mask: mask)
    // Its one published property: nothing has to be found by reflection.
    model.$state.sink { _ in loop.setNeedsFrame() }.store(in: &cancellables)
  }

  init(model: SignupViewModel, shownPath: String, mask: TextField.Echo = .bullets) {
    (self.model, self.shownPath) = (model, shownPath)
    usernameRequirement = model.rules.usernameRequirement
    numbers = model.purpose.fields.map(\.rawValue)
    host = FormHost(focus: .field(numbers[0]))
    // At most what can be hashed: one limit for typing, pasting, and the rules.
    let password = TextField(
      noun: "a password", echo: mask, maximumBytes: model.rules.passwordPolicy.maximumStoredBytes)
    editors = [TextField(noun: "a username", trimsPaste: true), password, password]
    model.$submission.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
    // A response about the name may find an error before the one that stopped the submission.
    model.focusRequests.sink { [weak self] in self?.focus = .field($0) }.store(in: &cancellables)
  }

  /// Enters a name into the form, as if typed; the password is next.
  func fillIn(_ username: String) {
    model.username = username
    model.blur(.username)
    if model.verdict.username.isValid { focus = .field(.password) }
  }

  /// Forgets typed secrets, as far as a `String` can be forgotten.
  func forgetSecrets() {
    model.forgetSecrets()
    emptySecrets()
  }

  // MARK: The form

  let numbers: [Int]
  /// Stored, because a key reads them several times.
  private let fields = SignupField.allCases

  subscript(text number: Int) -> String {
    get { model[fields[number]] }
    set {
      let wasSuggested = model.isPasswordSuggested
      model[fields[number]] = newValue
      if wasSuggested { hideSecrets() }
    }
  }

  var action: String { model.purpose.action }

  /// The field that has the focus; nil for a button.
  var field: SignupField? { focus.number.map { fields[$0] } }

  /// The editor of a field.
  func editor(_ field: SignupField) -> TextField { editors[field.rawValue] }

  func leaveField() {
    hideSecrets()
    if let field { model.blur(field) }
  }

  // MARK: A suggested password

  func suggestPassword() {
    guard let field, editor(field).isSecret, mayShowSecrets() else { return }
    guard model.suggestPassword() else {
      host.refusal = (focus, "No password can be generated for these rules")
      return
    }
    hideSecrets()
    focus = .field(.password)
    // If passwords have no echo at all, showing one takes another key.
    let password = SignupField.password.rawValue
    editors[password].isRevealed = editors[password].echo != .nothing
  }

  func takeSuggestionBack() {
    model.withdrawSuggestion()
    hideSecrets()
  }

  // MARK: Leaving

  func submit() {
    hideSecrets()
    host.hasBeenRefused = false
    if let wrong = model.submit() {
      host.hasBeenRefused = true
      focus = .field(wrong)
    }
    factsBeforeTyping = passwordFacts
  }

  /// Applies the store's response.
  private func follow(_ submission: SubmissionState<String, AccountError>) {
    switch submission {
    case .succeeded(let username): result = .submitted(username)
    case .failed(let error):
      isWaitingForLock = false
      host.question = nil
      if let refused = error.signupIssue {
        host.hasBeenRefused = true
        focus = .field(refused.field)
      } else {
        // The reason is shown there.
        focus = .submit
      }
    case .idle, .validating, .submitting: break
    }
  }

  var isDirty: Bool { model.isDirty }

  var isUnderWay: Bool { model.submission.isUnderWay }

  func close(byInterrupt: Bool) { result = byInterrupt ? .interrupted : .cancelled }
}

extension TextFocus {
  /// The field of a sign-up.
  static func field(_ field: SignupField) -> TextFocus { .field(field.rawValue) }
}
