import TerminalForms
import TerminalKit
import ViewModels

/// Signing in with a name and a password.
@MainActor
final class SignInForm: HostedForm {
  private(set) var result: UsersScreen.Result?

  let model: any SigningIn
  /// The purpose of the sign-in, for the user.
  let note: String
  /// True where the screen is recorded in a file, where no password may be.
  var isRecorded = false
  /// True after a sign-in was given up, until the next key.
  private var isCancelled = false
  var host = FormHost(focus: SignInFocus.username)
  /// The fields' editors. The view model owns the texts; an editor has a copy of one with a cursor
  /// in it and what can be undone.
  var username = TextField(noun: "a username", trimsPaste: true)
  var password: TextField

  init(model: any SigningIn, note: String, mask: TextField.Echo) {
    (self.model, self.note) = (model, note)
    password = TextField(noun: "a password", echo: mask)
  }

  /// The pair was refused. Both are typed again, the password from nothing: the view model forgets
  /// it, too.
  func refused() {
    focus = .password
    password.setText("")
  }

  /// Lets go of what was typed, as far as a `String` can be forgotten.
  func forgetSecrets() {
    model.forgetPassword()
    password.setText("")
  }

  // MARK: How it stands

  var stops: [SignInFocus] { SignInFocus.allCases }

  var isInText: Bool { focus == .username || focus == .password }

  /// Nothing is asked before it is left.
  var isDirty: Bool { false }

  var isUnderWay: Bool { model.isLoading }

  var wayOut: String { "Esc cancels" }

  func close(byInterrupt: Bool) { result = byInterrupt ? .interrupted : .cancelled }

  func hideSecrets() { password.isRevealed = false }

  // MARK: Keys

  var keys: KeyMap {
    let leaving = [
      KeyBinding(
        "Esc", isUnderWay ? "cancel the sign-in, and stay" : "cancel",
        footer: KeyHint("Esc", "cancel"), for: .leave
      ) { _ in
        guard self.isUnderWay else { return self.leave(byInterrupt: false) }
        self.model.cancel()
        self.isCancelled = true
      },
      .elsewhere("^C", "quit"),
      helpKeys(asking: "on a button", footer: isUnderWay ? nil : KeyHint("^G", "keys")),
    ]
    if isUnderWay { return KeyMap([pageKeys] + leaving) }
    let isLast = focus == .password
    return KeyMap(
      movingKeys(next: KeyHint("⇥", "next"), back: KeyHint("⇧⇥", "back")) + [
        KeyBinding(
          "Enter", "next field; on the last one: sign in",
          footer: isLast ? KeyHint("Enter", "sign in") : nil, for: .finish
        ) { _ in self.press() },
        KeyBinding(
          "^S ^Enter", "sign in",
          footer: focus == .username ? KeyHint("^S", "sign in") : nil, for: .finish
        ) { _ in self.signIn() },
        KeyBinding(
          "^R", "show or hide the password",
          footer: KeyHint("^R", password.isRevealed ? "hide" : "show"), when: isLast
        ) { _ in self.toggleReveal() },
        KeyBinding(
          "Space", "on a button: press it",
          footer: KeyHint("Space", focus == .signIn ? "sign in" : "cancel"), when: !isInText
        ) { _ in self.press() },
        pageKeys,
      ] + KeyBinding.ofTheLoop + leaving)
  }

  func makeHelp() -> KeyHelp { KeyHelp(title: "Keys", hints: keys.hints) }

  func press() {
    switch focus {
    case .username: move(by: 1)
    case .password, .signIn: signIn()
    case .cancel: leave(byInterrupt: false)
    }
  }

  func leaveField() { hideSecrets() }

  func edit(_ event: InputEvent) {
    isCancelled = false
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
    if case .refused(let text) = response { host.refusal = (focus, text) }
  }

  private func toggleReveal() {
    if isRecorded {
      host.refusal = (focus, "Passwords stay hidden while the screen is recorded")
    } else {
      password.isRevealed.toggle()
    }
  }

  private func signIn() {
    hideSecrets()
    isCancelled = false
    switch model.signIn() {
    case .username:
      focus = .username
      host.refusal = (focus, "Type your name")
    case .password:
      focus = .password
      host.refusal = (focus, "Type your password")
    case nil: break
    }
  }

  // MARK: Drawing

  func page(in size: Size, symbols: Symbols) -> FieldsPage<SignInFocus> {
    username.setText(model.username)
    password.setText(model.password)
    let isFilledIn = !model.username.isEmpty && !model.password.isEmpty
    let buttons = ButtonRow(buttons: [
      Button(label: "Sign in", look: isFilledIn ? .ready : .waiting), Button(label: "Cancel"),
    ])
    let frame = FieldsLayout.Frame(
      title: "Sign in", note: note, buttons: buttons, summary: summary,
      isRefused: !summary.text.isEmpty, isSummaryWhole: true)
    let hasFocus = !isUnderWay && !host.isCovered
    return FieldsPage(
      frame, places: [.username, .password], targets: [.signIn, .cancel],
      focus: hasFocus ? focus : nil, isLocked: isUnderWay, in: size, symbols: symbols
    ) { _ in
      [field(.username, "Username", username), field(.password, "Password", password)]
    }
  }

  /// The outcome of the last try, or a note that one is under way.
  private var summary: MessageRow {
    if isUnderWay { return MessageRow(kind: .pending, text: "Signing in") }
    if isCancelled { return MessageRow(kind: .neutral, text: "The sign-in was cancelled.") }
    return MessageRow(kind: .failure, text: model.message ?? "")
  }

  private func field(
    _ place: SignInFocus, _ label: String, _ text: TextField
  ) -> FieldsLayout.Field {
    let refusal = host.refusal.flatMap { $0.place == place ? $0.note : nil }
    return FieldsLayout.Field(
      label: label, hint: text.isRevealed ? "shown – ^R hides" : "",
      message: MessageRow(kind: .warning, text: refusal ?? ""))
  }

  func draw(_ page: FieldsPage<SignInFocus>, from top: Int, on canvas: inout Canvas) {
    page.draw(from: top, on: &canvas)
    page.draw(&username, at: .username, from: top, on: &canvas)
    page.draw(&password, at: .password, from: top, on: &canvas)
  }
}

/// The places that keys act on, in reading order.
enum SignInFocus: CaseIterable {
  case username
  case password
  case signIn
  case cancel
}
