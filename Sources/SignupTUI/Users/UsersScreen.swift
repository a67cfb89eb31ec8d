/// Signing in if necessary, and then the users as a read-only list.
@MainActor final class UsersScreen: Screen {
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

  /// The form to fill in first; nil if the list needs no sign-in.
  let form: SignInForm?
  let listing: any UserListing
  var help: KeyHelp?
  /// The whole record of a user; nil while the list is shown.
  private var record: RecordPage?
  /// The outcome of the last key, until the next one.
  private var notice: MessageRow?
  private var isTooSmall = false
  private var cancellables: Set<AnyCancellable> = []

  /// Makes the screen of a list.
  init(_ listing: any UserListing, form: SignInForm?) {
    (self.listing, self.form) = (listing, form)
    listing.appear()
    listing.answers.sink { [weak form] isAccepted in if !isAccepted { form?.refused() } }
      .store(in: &cancellables)
  }

  func handle(_ event: InputEvent) {
    if event == .key(.control("c")) { return result = .interrupted }
    if let form, !listing.isThere {
      form.handle(event)
      if let left = form.result { result = left }
      return
    }
    if isTooSmall, event != .key(KeyPress(.escape)) { return }
    if help.take(event) { return }
    if case .key = event { notice = nil }
    switch record?.handle(event) {
    case .open: return
    case .closed: return record = nil
    case .ignored: break
    case nil: if listing.panel.handle(event) { return }
    }
    if case .key(let press) = event { _ = keys.perform(press) }
  }

  func willSuspend() { form?.willSuspend() }

  func resized(to size: Size) {
    form?.resized(to: size)
    isTooSmall = !size.fits(Self.minimumSize)
    if isTooSmall { (help, record) = (nil, nil) }
  }

  /// Forgets typed secrets, as far as a `String` can be forgotten.
  func forgetSecrets() { form?.forgetSecrets() }

  // MARK: Keys

  private var keys: KeyMap {
    KeyMap(
      (record == nil ? listKeys : RecordPage.keys) + KeyBinding.ofTheLoop + [
        KeyBinding(
          record == nil ? "q Esc ^C" : "q ^C", "quit", footer: KeyHint("q", "quit", rank: 1)
        ) { _ in self.result = self.listing.isThere ? .done : .cancelled },
        .help(footer: KeyHint("?", "keys", rank: 2)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  private var listKeys: [KeyBinding] {
    let isLoading = listing.isLoading
    return [
      KeyBinding(
        "Esc", "cancel the request, or quit", footer: KeyHint("Esc", "cancel"), when: isLoading
      ) { _ in
        self.listing.cancel()
        self.notice = MessageRow(kind: .neutral, text: "Loading was cancelled.")
      }
    ] + listing.keys + [
      KeyBinding(
        "Enter", "show the user", footer: KeyHint("Enter", "show", rank: 4), when: listing.hasRecord
      ) { _ in self.record = self.listing.recordPage() },
      KeyBinding(
        "r F5", "load the list again", footer: isLoading ? nil : KeyHint("r", "load again", rank: 1)
      ) { _ in self.listing.load() },
    ]
  }

  // MARK: Drawing

  /// Below this size, only a notice is drawn.
  static let minimumSize = Size(20, 6)

  func draw(on canvas: inout Canvas) {
    if let form, !listing.isThere { return form.draw(on: &canvas) }
    guard canvas.size.fits(Self.minimumSize) else {
      return TooSmallNotice(needed: Self.minimumSize, keys: ["Esc quits"]).draw(on: &canvas)
    }
    let footer = { self.help != nil ? KeyHelp.footer : self.keys.footer }
    if record != nil {
      // Read before the page is changed by being drawn.
      let footer = footer()
      record?.draw(footer: footer, on: &canvas)
    } else {
      listing.draw(message: message, footer: footer, on: &canvas)
    }
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  /// The work under way, or the reason why the list is old.
  private var message: MessageRow? {
    if listing.panel.isTyping { return nil }
    if listing.isLoading { return MessageRow(kind: .pending, text: "Loading") }
    return listing.failure.map { MessageRow(kind: .failure, text: $0) } ?? notice
  }
}
