/// The accounts of a file, updated as the file changes, and the actions on them.
@MainActor final class AccountsScreen: Screen {
  typealias Model = ListViewModel<ListedAccount, AccountError>
  var result: ScreenEnd?

  let model: Model
  let actions: AccountActions
  let list: AccountList
  /// The path of the file, as shown to the user.
  private let shownPath: String
  private let requestFrame: () -> Void
  /// The open form; nil while the list is shown.
  private(set) var form: SignupScreen?
  private var formChanges: AnyCancellable?
  /// The question whether to remove an account, with the account's name.
  var question: (name: String, dialog: Dialog)?
  /// The outcome of the last change, until the next key.
  var notice: MessageRow?
  var help: KeyHelp?
  private var size = Size(80, 24)
  private var cancellables: Set<AnyCancellable> = []

  /// Makes the screen of a file.
  ///
  /// - Parameters:
  ///   - shownPath: The path of the file, as shown to the user.
  ///   - actions: The changes that the list allows.
  ///   - now: Returns the current instant.
  ///   - requestFrame: Requests a frame at an instant.
  init(
    model: Model, shownPath: String, actions: AccountActions,
    now: @escaping () -> MonotonicInstant, requestFrame: @escaping (MonotonicInstant) -> Void
  ) {
    (self.model, self.shownPath) = (model, shownPath)
    self.actions = actions
    self.requestFrame = { requestFrame(now()) }
    list = AccountList(model.snapshots, now: now, requestFrame: requestFrame)
    model.objectWillChange.merge(with: actions.removal.objectWillChange)
      .sink { requestFrame(now()) }.store(in: &cancellables)
    // An error of the file from opening a form may be obsolete.
    model.$state.map(\.failure).removeDuplicates()
      .sink { [weak self] _ in self?.forgetRefusal() }.store(in: &cancellables)
    actions.removal.$state.map(\.outcome).removeDuplicates()
      .sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
  }

  /// Makes the screen of a file that an event loop shows.
  convenience init(model: Model, shownPath: String, actions: AccountActions, loop: EventLoop) {
    self.init(model: model, shownPath: shownPath, actions: actions, now: { loop.now }) { instant in
      if instant <= loop.now {
        loop.setNeedsFrame()
      } else {
        loop.schedule(at: instant) { loop.setNeedsFrame() }
      }
    }
  }

  // MARK: Events

  func handle(_ event: InputEvent) {
    if let form {
      form.handle(event)
      return closeFinishedForm()
    }
    if help.take(event) { return }
    if event == .key(.control("c")) { return result = .interrupted }
    if question != nil { return answer(event) }
    if panel.handle(event) { return }
    guard case .key(let press) = event else { return }
    notice = nil
    if actions.removal.state.undoable.isEmpty { actions.removal.dismissOutcome() }
    _ = keys.perform(press)
  }

  func resized(to size: Size) {
    self.size = size
    form?.resized(to: size)
    guard !hasRoom else { return }
    // There is no room for a list of keys or a question, and none may wait unseen.
    help = nil
    question = nil
  }

  func willSuspend() { form?.willSuspend() }

  /// Forgets typed secrets and removed accounts.
  func forgetSecrets() {
    form?.forgetSecrets()
    actions.removal.forget()
  }

  /// Reports that the program waits for another program's lock.
  func noteWaiting() {
    form?.isWaitingForLock = true
    actions.removal.noteWaiting()
  }

  var panel: ListPanel<ListedAccount> { list.panel }

  /// True if there is room for more than the list.
  var hasRoom: Bool { ListPage.hasRoom(in: size) }

  // MARK: The form

  /// Opens a form, unless the file cannot be used.
  func open(_ purpose: SignupPurpose) {
    do throws(AccountError) {
      let form = SignupScreen(
        model: try actions.makeModel(purpose), shownPath: shownPath, mask: actions.mask)
      form.isRecorded = actions.isRecorded
      form.resized(to: size)
      formChanges = form.model.objectWillChange.sink { [requestFrame] in requestFrame() }
      self.form = form
    } catch { notice = MessageRow(kind: .failure, text: error.description) }
  }

  /// Returns to the list when the form has ended.
  private func closeFinishedForm() {
    guard let form, let end = form.result else { return }
    let purpose = form.model.purpose
    form.forgetSecrets()
    (self.form, formChanges) = (nil, nil)
    switch end {
    case .submitted(let name):
      notice = MessageRow(kind: .success, text: purpose.noticeWhenDone(name))
      list.choose(name)
    case .cancelled: notice = MessageRow(kind: .hint, text: purpose.withoutOutcome)
    case .interrupted: result = .interrupted
    }
  }

  private func forgetRefusal() { if notice?.kind == .failure { notice = nil } }

  private func follow(_ outcome: AccountRemovalViewModel.Outcome?) {
    if case .done(.undo(let name)) = outcome { list.choose(name) }
  }

  // MARK: Drawing

  func draw(on canvas: inout Canvas) {
    size = canvas.size
    // The store's response may have arrived since the last key.
    closeFinishedForm()
    if let form { return form.draw(on: &canvas) }
    let state = model.state
    panel.placeholder = placeholder(state)
    list.draw(
      title: "Accounts in \(shownPath)",
      count: state.hasLoaded ? FigureText.count(state.snapshot.count, "account", "accounts") : "",
      message: message(state), footer: { help != nil ? KeyHelp.footer : footer }, on: &canvas)
    guard hasRoom else { return help = nil }
    question?.dialog.draw(in: canvas.bounds, on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func placeholder(_ state: Model.State) -> String {
    guard state.hasLoaded else { return state.failure == nil ? "…" : "" }
    return state.snapshot.count > 0 ? "No account matches" : "No accounts yet; a adds one"
  }

  /// The message below the list: why it is old, the work under way, or the last change.
  private func message(_ state: Model.State) -> MessageRow? {
    if let failure = state.failure { return MessageRow(kind: .failure, text: failure.description) }
    if panel.isTyping { return nil }
    return notice ?? actions.removal.state.message
  }

  private var footer: Footer { question == nil ? keys.footer : Self.questionFooter }
}

extension ListViewModel {
  /// The rows of the list.
  typealias Snapshot = ListSnapshot<Never, Item>
}
