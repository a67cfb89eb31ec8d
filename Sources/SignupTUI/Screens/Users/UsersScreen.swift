import Dispatch
import Reactive
import TerminalForms
import TerminalKit
import ViewModels

/// Signing in, and then the users as a list.
@MainActor
final class UsersScreen: Screen {
  /// The end of the screen.
  enum Result: Equatable {
    /// With the list in view.
    case done
    /// Before a sign-in.
    case cancelled
    /// ^C.
    case interrupted
  }

  private(set) var result: Result?

  let model: UsersViewModel
  /// The place of the accounts, for the user to see.
  let place: String
  /// The form that is filled in first.
  let form: SignInForm
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
    form = SignInForm(model: model, place: place, mask: mask)
    model.$state.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
  }

  func handle(_ event: InputEvent) {
    if event == .key(.control("c")) { return result = .interrupted }
    guard model.isSignedIn else {
      form.handle(event)
      if let left = form.result { result = left }
      return
    }
    if isTooSmall, event != .key(KeyPress(.escape)) { return }
    if help.take(event) { return }
    switch event {
    case .key(let press): _ = listKeys.perform(press) || list.handle(press)
    case .mouse(let mouse): _ = list.handle(mouse)
    case .paste, .focus: break
    }
  }

  func willSuspend() { form.willSuspend() }

  func resized(to size: Size) {
    form.resized(to: size)
    isTooSmall = !size.fits(Self.minimumSize)
    if isTooSmall { help = nil }
  }

  /// Lets go of what was typed, as far as a `String` can be forgotten.
  func forgetSecrets() { form.forgetSecrets() }

  // MARK: The list

  var listKeys: KeyMap {
    let isLoading = model.isLoading
    func footer(_ key: String, _ words: String, rank: Int = 0) -> KeyHint? {
      isLoading ? nil : KeyHint(key, words, rank: rank)
    }
    return KeyMap(
      [
        .elsewhere("↑ ↓", "choose a user", footer: footer("↑↓", "choose"), for: .move),
        .elsewhere("PgUp PgDn", "a page up, down"), .elsewhere("Home End", "first, last"),
        KeyBinding("r F5", "load the list again", footer: footer("r", "load again")) { _ in
          self.model.reload()
        },
      ] + KeyBinding.ofTheLoop + [
        KeyBinding(
          "Esc", "give up what is under way; else leave",
          footer: isLoading ? KeyHint("Esc", "give up") : nil
        ) { _ in
          if self.model.isLoading { self.model.cancel() } else { self.result = .done }
        },
        KeyBinding("q ^C", "leave", footer: footer("q", "leave", rank: 2)) { press in
          self.result = press == .control("c") ? .interrupted : .done
        },
        .help(footer: footer("?", "keys", rank: 3)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.listKeys.hints)
        },
      ])
  }

  /// Takes over what the view model has just set; its property still holds what was before.
  private func follow(_ state: Resource<UserList>) {
    switch state {
    case .loaded(let fetched): show(fetched.value.users)
    case .failed(let error, _):
      guard error as? UsersError == .refused else { break }
      form.refused()
    case .idle, .loading: break
    }
  }

  private func show(_ users: [User]) {
    let ids = users.map(\.id)
    let rows = Dictionary(
      zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    list.show(ItemRows(count: ids.count, id: { ids[$0] }, row: { rows[$0] }))
  }
}
