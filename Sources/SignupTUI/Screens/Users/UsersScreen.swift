import Dispatch
import Reactive
import TerminalKit
import ViewModels

/// Signing in, and then the users as a list.
@MainActor
final class UsersScreen: Screen {
  /// How the screen was left.
  enum Result: Equatable {
    /// With the list in view.
    case done
    /// Before anybody had signed in.
    case cancelled
    /// ^C.
    case interrupted
  }

  private(set) var result: Result?

  let model: UsersViewModel
  /// Where the accounts are, for the user to see.
  let place: String
  /// Whether what is on the screen goes into a file, where no password may be.
  var isRecorded = false
  var focus = SignInFocus.username
  /// The fields' editors. The view model owns the texts; an editor has a copy of one with a cursor
  /// in it and what can be undone.
  var username = TextField(noun: "a username", trimsPaste: true)
  var password: TextField
  /// What a field has just refused, or asks for, and why.
  var note: (field: SignInFocus, text: String)?
  var list = ItemList<User.ID>(
    table: Table(
      columns: [
        Table.Column(title: "User", width: 28), Table.Column(title: "Access", width: 24, rank: 1),
      ],
      placeholder: "No users", state: ListState(isSelectable: true)))
  var help: KeyHelp?
  let loop: EventLoop?
  private var isTooSmall = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a screen whose view model runs on the event loop, and in the background for the store.
  convenience init(
    store: any AccountStore, place: String, mask: TextField.Echo, loop: EventLoop,
    background: some Scheduler = DispatchQueue.global(qos: .userInitiated)
  ) {
    let model = UsersViewModel(
      directory: .accounts(in: store, background: background),
      scheduler: LoopScheduler(loop: loop))
    self.init(model: model, place: place, mask: mask, loop: loop)
    model.objectWillChange.sink { loop.setNeedsFrame() }.store(in: &cancellables)
  }

  init(
    model: UsersViewModel, place: String, mask: TextField.Echo = .bullets, loop: EventLoop? = nil
  ) {
    (self.model, self.place, self.loop) = (model, place, loop)
    password = TextField(noun: "a password", echo: mask)
    model.$state.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
  }

  func handle(_ event: InputEvent) {
    if case .focus(false) = event { password.isRevealed = false }
    if event == .key(.control("c")) { return result = .interrupted }
    if isTooSmall, event != .key(KeyPress(.escape)) { return }
    if help != nil {
      if help?.handle(event) == false { help = nil }
      return
    }
    if case .key(let press) = event, press.asksForHelp(isInText: !model.isSignedIn) {
      return help = KeyHelp(title: "Keys", hints: model.isSignedIn ? Self.listKeys : Self.formKeys)
    }
    if event == .key(KeyPress(.escape)) { return leave() }
    guard !model.isSignedIn else {
      switch event {
      case .key(let press): handleInList(press)
      case .mouse(let mouse): _ = list.handle(mouse)
      case .paste, .focus: break
      }
      return
    }
    if !model.isLoading { handleInForm(event) }
  }

  func willSuspend() { password.isRevealed = false }

  func resized(to size: Size) {
    isTooSmall = !size.fits(Self.minimumSize)
    if isTooSmall { (help, password.isRevealed) = (nil, false) }
  }

  /// Lets go of what was typed, as far as a `String` can be forgotten.
  func forgetSecrets() {
    model.forgetPassword()
    password.setText("")
  }

  // MARK: The form

  private func handleInForm(_ event: InputEvent) {
    if case .mouse(let mouse) = event { return handle(mouse) }
    guard case .key(let press) = event else { return edit(event) }
    note = nil
    switch press {
    case KeyPress(.tab), KeyPress(.down): move(to: focus.next)
    case KeyPress(.tab, .shift), KeyPress(.up): move(to: focus.previous)
    case .control("s"), KeyPress(.enter, .control): signIn()
    case .control("r"): toggleReveal()
    case KeyPress(.enter), KeyPress(.character(" ")):
      switch focus {
      case .username where press == KeyPress(.enter): move(to: .password)
      case .password where press == KeyPress(.enter): signIn()
      case .username, .password: edit(event)
      case .signIn: signIn()
      case .cancel: leave()
      }
    default: edit(event)
    }
  }

  /// Lets the mouse go to a field, or press a button.
  private func handle(_ mouse: Mouse) {
    guard mouse.action == .press, let target = mouse.target(as: SignInFocus.self) else { return }
    note = nil
    if target != focus { move(to: target) }
    switch target {
    case .username, .password: edit(.mouse(mouse))
    case .signIn: signIn()
    case .cancel: leave()
    }
  }

  private func edit(_ event: InputEvent) {
    let response: TextField.Response
    switch focus {
    case .username:
      response = username.handle(event)
      if model.username != username.text { model.username = username.text }
    case .password:
      password.setText(model.password)
      response = password.handle(event)
      if model.password != password.text { model.password = password.text }
    case .signIn, .cancel: return
    }
    if case .refused(let text) = response { note = (focus, text) }
  }

  private func move(to next: SignInFocus) {
    password.isRevealed = false
    focus = next
  }

  private func toggleReveal() {
    guard focus == .password else { return }
    if isRecorded {
      note = (focus, "Passwords stay hidden while the screen is recorded")
    } else {
      password.isRevealed.toggle()
    }
  }

  private func signIn() {
    password.isRevealed = false
    switch model.signIn() {
    case .username:
      focus = .username
      note = (focus, "Type your name")
    case .password:
      focus = .password
      note = (focus, "Type your password")
    case nil: break
    }
  }

  // MARK: The list

  private func handleInList(_ press: KeyPress) {
    switch press {
    case KeyPress(.character("r")), KeyPress(.function(5)): model.reload()
    case KeyPress(.character("q")): result = .done
    default: _ = list.handle(press)
    }
  }

  /// Takes over what the view model has just set; its property still holds what was before.
  private func follow(_ state: Resource<UserList>) {
    switch state {
    case .loaded(let fetched): show(fetched.value.users)
    case .failed(let error, _):
      guard error as? UsersError == .refused else { break }
      // Both are typed again, the password from nothing: the view model forgets it, too.
      focus = .password
      password.setText("")
    case .idle, .loading: break
    }
  }

  private func show(_ users: [User]) {
    let ids = users.map(\.id)
    let rows = Dictionary(
      zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    list.show(ItemRows(count: ids.count, id: { ids[$0] }, row: { rows[$0] }))
  }

  /// Gives up what is under way; else leaves.
  private func leave() {
    if model.isLoading {
      model.cancel()
    } else {
      result = model.isSignedIn ? .done : .cancelled
    }
  }
}

/// What the keys of the form act on, in reading order.
enum SignInFocus: CaseIterable {
  case username
  case password
  case signIn
  case cancel

  var next: SignInFocus { moved(by: 1) }
  var previous: SignInFocus { moved(by: -1) }

  private func moved(by step: Int) -> SignInFocus {
    let all = SignInFocus.allCases
    return all[(all.firstIndex(of: self)! + step + all.count) % all.count]
  }
}
