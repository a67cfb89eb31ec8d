import Dispatch
import Reactive
import ReactiveExtras
import TerminalForms
import TerminalKit
import ViewModels

/// Signing in, and then the accounts as a list that is only read.
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
  let list: AccountList
  var help: KeyHelp?
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
    self.init(model: model, place: place, mask: mask, now: { loop.now }) { instant in
      loop.schedule(at: instant) { loop.setNeedsFrame() }
    }
    model.objectWillChange.sink { loop.setNeedsFrame() }.store(in: &cancellables)
  }

  init(
    model: UsersViewModel, place: String, mask: TextField.Echo = .bullets,
    now: @escaping () -> MonotonicInstant = { MonotonicInstant(nanoseconds: 0) },
    requestFrame: @escaping (MonotonicInstant) -> Void = { _ in }
  ) {
    (self.model, self.place) = (model, place)
    form = SignInForm(model: model, place: place, mask: mask)
    list = AccountList(
      model.$state.compactMap { $0.value?.users }.removeDuplicates().map { ListSnapshot($0) },
      now: now, requestFrame: requestFrame)
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
    if help.take(event) || list.panel.handle(event) { return }
    if case .key(let press) = event { _ = listKeys.perform(press) }
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

  private var listKeys: KeyMap {
    let isLoading = model.isLoading
    return KeyMap(
      [
        KeyBinding(
          "Esc", "give up what is under way; else leave",
          footer: KeyHint("Esc", "give up"), when: isLoading
        ) { _ in self.model.cancel() }
      ] + list.keys + [
        KeyBinding(
          "r F5", "load the list again",
          footer: isLoading ? nil : KeyHint("r", "load again", rank: 1)
        ) { _ in self.model.reload() }
      ] + KeyBinding.ofTheLoop + [
        KeyBinding("q Esc", "leave", footer: KeyHint("q", "leave", rank: 1)) { _ in
          self.result = .done
        },
        .help(footer: KeyHint("?", "keys", rank: 2)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.listKeys.hints)
        },
      ])
  }

  /// Takes over what the view model has just set; its property still holds what was before.
  private func follow(_ state: Resource<UserList>) {
    if case .failed(let error, _) = state, error as? UsersError == .refused { form.refused() }
  }

  // MARK: Drawing

  /// Below this there is no list, only a notice.
  static let minimumSize = Size(20, 6)

  func draw(on canvas: inout Canvas) {
    guard let users = model.state.value else { return form.draw(on: &canvas) }
    guard canvas.size.fits(Self.minimumSize) else {
      return TooSmallNotice(needed: Self.minimumSize, keys: ["Esc leaves"]).draw(on: &canvas)
    }
    list.panel.placeholder = users.users.isEmpty ? "No accounts" : "No account matches"
    list.draw(
      title: "Accounts in \(place)", subtitle: "signed in as \(users.session.username), to read",
      count: FigureText.count(users.users.count, "account", "accounts"), message: message,
      footer: { help != nil ? KeyHelp.footer : listKeys.footer }, on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  /// The work under way, or why the list is old.
  private var message: MessageRow? {
    if list.panel.isTyping { return nil }
    if model.isLoading { return MessageRow(kind: .pending, text: "Loading") }
    return model.message.map {
      MessageRow(kind: .failure, text: "\($0) This is the old list.")
    }
  }
}
