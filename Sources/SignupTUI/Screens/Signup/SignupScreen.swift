import Dispatch
import Reactive
import TerminalKit
import ViewModels

/// The sign-up form: keys go to the fields and from there to the view model, whose state is drawn.
@MainActor
final class SignupScreen: Screen {
  /// How the form was left.
  enum Result: Equatable {
    case created(username: String)
    case cancelled
    /// ^C, twice if something had been typed; or the account store's answer was not waited for.
    case interrupted
  }

  private(set) var result: Result?

  let model: SignupViewModel
  /// Where the accounts are, for the user to see.
  let place: String
  var focus = SignupFocus.field(.username) {
    didSet {
      guard focus != oldValue else { return }
      factsBeforeTyping = passwordFacts
      view.showFocus()
    }
  }
  /// How the password stood when the focus last moved.
  private(set) var factsBeforeTyping: PasswordFacts?
  /// The fields' editors. The view model owns the texts; an editor has a copy of one with a cursor
  /// in it and what can be undone.
  var fields: SignupFields<TextField>
  /// What a field has just refused, and why.
  var refusal: (field: SignupField, note: String)?
  /// Whether Register was pressed while something was wrong.
  var hasBeenRefused = false
  /// Which rows of the page are seen.
  var view = PageView()
  var dialog: Dialog?
  var help: KeyHelp?
  /// Whether what is on the screen goes into a file, where no password may be.
  var isRecorded = false
  /// Whether the account file's lock is waited for.
  var isWaitingForLock = false
  /// Whether something over the form takes the keys.
  var isCovered: Bool { dialog != nil || help != nil }

  /// What the dialog asks.
  enum Question {
    case discard
    /// Whether to leave before the account store has answered.
    case abandon
  }

  private(set) var question = Question.discard
  private var leavesByInterrupt = false
  private var isTooSmall = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a form whose view model runs on the event loop, and on a background queue for the store.
  convenience init(
    store: any AccountStore, rules: SignupRules, place: String, mask: TextField.Echo,
    loop: EventLoop,
    background: some Scheduler = DispatchQueue.global(qos: .userInitiated)
  ) {
    self.init(
      model: SignupViewModel(
        rules: rules, store: store, scheduler: LoopScheduler(loop: loop),
        background: background),
      place: place, mask: mask)
    model.objectWillChange.sink { loop.setNeedsFrame() }.store(in: &cancellables)
  }

  init(model: SignupViewModel, place: String, mask: TextField.Echo = .bullets) {
    self.model = model
    self.place = place
    fields = SignupFields(
      username: TextField(noun: "a username", trimsPaste: true),
      password: TextField(noun: "a password", echo: mask),
      confirmation: TextField(noun: "a password", echo: mask))
    model.$submission.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
  }

  func handle(_ event: InputEvent) {
    if case .focus(false) = event { hideSecrets() }
    // Where nothing of the form can be seen, keys do nothing but leave, with the same questions.
    if isTooSmall, event != .key(KeyPress(.escape)), event != .key(.control("c")) { return }
    if let answered = dialog?.handle(event) { return answer(answered, event) }
    if help != nil {
      if help?.handle(event) == false { help = nil }
      return
    }
    if case .mouse(let mouse) = event { return handle(mouse) }
    guard case .key(let press) = event else { return edit(event) }
    if model.submission.isUnderWay {
      _ = view.handle(press)
      // The account store may be writing already: there is no taking it back.
      if press == .control("c") { result = .interrupted }
      if press == KeyPress(.escape) {
        question = .abandon
        dialog = Dialog(
          question: "Leave before the answer comes? The account may exist already.",
          answers: ["Leave", "Wait"], focus: 1)
      }
      return
    }
    if view.handle(press) { return }
    refusal = nil
    switch press {
    case KeyPress(.tab), KeyPress(.down): move(to: focus.next)
    case KeyPress(.tab, .shift), KeyPress(.up): move(to: focus.previous)
    case .control("s"), KeyPress(.enter, .control): register()
    case .control("r"): toggleReveal()
    case .control("o"): suggestPassword()
    case KeyPress(.escape) where model.isPasswordSuggested,
      .control("_") where model.isPasswordSuggested:
      takeSuggestionBack()
    case .control("c"): leave(byInterrupt: true)
    case KeyPress(.escape): leave(byInterrupt: false)
    case .control("d") where !model.isDirty: leave(byInterrupt: false)
    case _ where press.asksForHelp(isInText: focus.field != nil): showHelp()
    case KeyPress(.enter): enter()
    case KeyPress(.character(" ")) where focus.field == nil: enter()
    case KeyPress(.left) where focus.field == nil, KeyPress(.right) where focus.field == nil:
      focus = focus == .register ? .cancel : .register
    default: edit(event)
    }
  }

  /// Lets the mouse go to a field, press a button, or turn the page.
  private func handle(_ mouse: Mouse) {
    if view.handle(mouse) { return }
    guard mouse.action == .press, !model.submission.isUnderWay,
      let target = mouse.target(as: SignupFocus.self)
    else { return }
    refusal = nil
    if target != focus { move(to: target) }
    switch target {
    case .field: edit(.mouse(mouse))
    case .register, .cancel: enter()
    }
  }

  /// Puts a name into the form, as if it had been typed; what is asked for next is the password.
  func fillIn(_ username: String) {
    change(.username) { $0.setText(username) }
    model.blur(.username)
    if model.verdict.username.isValid { focus = .field(.password) }
  }

  func willSuspend() { hideSecrets() }

  func resized(to size: Size) {
    isTooSmall = !size.fits(SignupScreen.minimumSize)
    if isTooSmall {
      hideSecrets()
      help = nil
    }
  }

  /// Lets go of what was typed, as far as a `String` can be forgotten.
  func forgetSecrets() {
    model.forgetSecrets()
    for field in [SignupField.password, .confirmation] { fields[field].setText("") }
  }

  private func showHelp() { help = makeHelp() }

  // MARK: Moving

  private func move(to next: SignupFocus) {
    if let left = focus.field {
      fields[left].isRevealed = false
      model.blur(left)
    }
    focus = next
  }

  private func enter() {
    switch focus {
    case .field(.confirmation), .register: register()
    case .field: move(to: focus.next)
    case .cancel: leave(byInterrupt: false)
    }
  }

  // MARK: Editing

  private func edit(_ event: InputEvent) {
    guard let field = focus.field, !model.submission.isUnderWay else { return }
    let wasSuggested = model.isPasswordSuggested
    switch change(field, { $0.handle(event) }) {
    case .ignored, .handled: break
    case .edited:
      refusal = nil
      if wasSuggested { hideSecrets() }
    case .refused(let note): refusal = (field, note)
    }
  }

  /// Lets an editor change the text of a field: the one place where texts pass from the view model,
  /// which owns them, to the editors and back.
  @discardableResult
  private func change<Result>(
    _ field: SignupField, _ body: (inout TextField) -> Result
  ) -> Result {
    fields[field].setText(model[field])
    let result = body(&fields[field])
    if model[field] != fields[field].text { model[field] = fields[field].text }
    return result
  }

  private func toggleReveal() {
    guard let field = focus.field, fields[field].isSecret else { return }
    guard mayShowSecrets(in: field) else { return }
    fields[field].isRevealed.toggle()
  }

  /// Whether a password may be on the screen; if not, the field says so.
  private func mayShowSecrets(in field: SignupField) -> Bool {
    if isRecorded { refusal = (field, "Passwords stay hidden while the screen is recorded") }
    return !isRecorded
  }

  // MARK: A suggested password

  private func suggestPassword() {
    guard let field = focus.field, fields[field].isSecret, mayShowSecrets(in: field) else { return }
    guard model.suggestPassword() else {
      refusal = (field, "No password can be made up that keeps to these rules")
      return
    }
    hideSecrets()
    takeOverPasswords()
    focus = .field(.password)
    // Who wants nothing shown of a password is asked to say so again.
    fields.password.isRevealed = fields.password.echo != .nothing
  }

  private func takeSuggestionBack() {
    model.withdrawSuggestion()
    hideSecrets()
    takeOverPasswords()
  }

  /// Gives the editors the passwords that the view model has.
  private func takeOverPasswords() {
    for field in [SignupField.password, .confirmation] { fields[field].setText(model[field]) }
  }

  private func hideSecrets() {
    for field in SignupField.allCases { fields[field].isRevealed = false }
  }

  // MARK: Leaving

  private func register() {
    if let field = focus.field { fields[field].isRevealed = false }
    hasBeenRefused = false
    if let wrong = model.submit() {
      hasBeenRefused = true
      focus = .field(wrong)
    }
    factsBeforeTyping = passwordFacts
  }

  /// The store has answered; the property still holds what was before.
  private func follow(_ submission: SubmissionState<String, AccountError>) {
    switch submission {
    case .succeeded(let username): result = .created(username: username)
    case .failed(let error):
      isWaitingForLock = false
      if question == .abandon { dialog = nil }
      if let refused = error.signupIssue {
        hasBeenRefused = true
        focus = .field(refused.field)
      } else {
        // Where it is said why.
        focus = .register
      }
    case .idle, .validating, .submitting: break
    }
  }

  private func leave(byInterrupt: Bool) {
    leavesByInterrupt = byInterrupt
    guard model.isDirty else {
      result = byInterrupt ? .interrupted : .cancelled
      return
    }
    hideSecrets()
    question = .discard
    dialog = Dialog(
      question: "Discard what you typed?", answers: ["Discard", "Keep editing"], focus: 1)
  }

  private func answer(_ response: Dialog.Response, _ event: InputEvent) {
    let isInterrupt = event == .key(.control("c"))
    if response == .open, !isInterrupt { return }
    guard response == .chosen(0) || isInterrupt else {
      dialog = nil
      return
    }
    switch question {
    case .discard: result = leavesByInterrupt || isInterrupt ? .interrupted : .cancelled
    case .abandon: result = .interrupted
    }
  }
}

/// What the keys act on, in reading order.
enum SignupFocus: Hashable {
  case field(SignupField)
  case register
  case cancel

  static let all: [SignupFocus] = SignupField.allCases.map { .field($0) } + [.register, .cancel]

  var field: SignupField? {
    guard case .field(let field) = self else { return nil }
    return field
  }

  var next: SignupFocus { moved(by: 1) }
  var previous: SignupFocus { moved(by: -1) }

  private func moved(by step: Int) -> SignupFocus {
    let all = SignupFocus.all
    return all[(all.firstIndex(of: self)! + step + all.count) % all.count]
  }
}
