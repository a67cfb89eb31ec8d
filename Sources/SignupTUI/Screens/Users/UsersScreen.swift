import Reactive
import ReactiveExtras
import TerminalForms
import TerminalKit
import ViewModels

/// Signing in where that is needed, and then the users as a list that is only read.
@MainActor
final class UsersScreen: Screen {
  /// The end of the screen.
  enum Result: Equatable {
    /// With the list in view.
    case done
    /// Before a sign-in, or before there was a list.
    case cancelled
    /// ^C.
    case interrupted
  }

  private(set) var result: Result?

  /// The form that is filled in first; nil where nobody signs in.
  let form: SignInForm?
  let listing: any UserListing
  var help: KeyHelp?
  private var isTooSmall = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes the screen of a list.
  init(_ listing: any UserListing, form: SignInForm?) {
    (self.listing, self.form) = (listing, form)
    listing.refusals.sink { [weak form] in form?.refused() }.store(in: &cancellables)
  }

  /// Makes the screen of the accounts of a store, whose changes it follows.
  convenience init(
    _ model: UsersViewModel, of store: HtpasswdAccountStore, place: String, mask: TextField.Echo,
    loop: EventLoop
  ) {
    let listing = AccountListing(model: model, place: place, now: { loop.now }) { instant in
      loop.schedule(at: instant) { loop.setNeedsFrame() }
    }
    self.init(
      listing,
      form: SignInForm(model: model, note: "to see the accounts in \(place)", mask: mask))
    model.objectWillChange.sink { loop.setNeedsFrame() }.store(in: &cancellables)
    listing.follow(store.changes(on: LoopScheduler(loop: loop)))
  }

  func handle(_ event: InputEvent) {
    if event == .key(.control("c")) { return result = .interrupted }
    if let form, !listing.isThere {
      form.handle(event)
      if let left = form.result { result = left }
      return
    }
    if isTooSmall, event != .key(KeyPress(.escape)) { return }
    if help.take(event) || listing.handle(event) { return }
    if case .key(let press) = event { _ = listKeys.perform(press) }
  }

  func willSuspend() { form?.willSuspend() }

  func resized(to size: Size) {
    form?.resized(to: size)
    isTooSmall = !size.fits(Self.minimumSize)
    if isTooSmall { help = nil }
  }

  /// Lets go of what was typed, as far as a `String` can be forgotten.
  func forgetSecrets() { form?.forgetSecrets() }

  // MARK: The list

  private var listKeys: KeyMap {
    let isLoading = listing.isLoading
    return KeyMap(
      [
        KeyBinding(
          "Esc", "give up what is under way; else leave",
          footer: KeyHint("Esc", "give up"), when: isLoading
        ) { _ in self.listing.cancel() }
      ] + listing.keys + [
        KeyBinding(
          "r F5", "load the list again",
          footer: isLoading ? nil : KeyHint("r", "load again", rank: 1)
        ) { _ in self.listing.load() }
      ] + KeyBinding.ofTheLoop + [
        KeyBinding("q Esc", "leave", footer: KeyHint("q", "leave", rank: 1)) { _ in
          self.result = self.listing.isThere ? .done : .cancelled
        },
        .help(footer: KeyHint("?", "keys", rank: 2)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.listKeys.hints)
        },
      ])
  }

  // MARK: Drawing

  /// Below this there is no list, only a notice.
  static let minimumSize = Size(20, 6)

  func draw(on canvas: inout Canvas) {
    if let form, !listing.isThere { return form.draw(on: &canvas) }
    guard canvas.size.fits(Self.minimumSize) else {
      return TooSmallNotice(needed: Self.minimumSize, keys: ["Esc leaves"]).draw(on: &canvas)
    }
    listing.draw(
      message: message, footer: { help != nil ? KeyHelp.footer : listKeys.footer }, on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  /// The work under way, or why the list is old.
  private var message: MessageRow? {
    if listing.isTyping { return nil }
    if listing.isLoading { return MessageRow(kind: .pending, text: "Loading") }
    return listing.failure.map { MessageRow(kind: .failure, text: $0) }
  }
}
