/// Signing in with a name and a password.
@MainActor final class SignInForm: TextForm {
  private(set) var result: UsersScreen.Result?

  let model: any SigningIn
  /// The purpose of the sign-in, for the user.
  let note: String
  /// True if the screen is recorded in a file, which must not contain a password.
  var isRecorded = false
  var host = FormHost(focus: TextFocus.field(0))
  var editors: [TextField]

  init(model: any SigningIn, note: String, mask: TextField.Echo) {
    (self.model, self.note) = (model, note)
    editors = [
      TextField(noun: "a username", trimsPaste: true), TextField(noun: "a password", echo: mask),
    ]
  }

  /// Goes to the password, because the sign-in was refused. Both can be changed, and the password
  /// is typed again: the view model forgets it, too.
  func refused() {
    focus = .field(1)
    emptySecrets()
  }

  /// Forgets typed secrets, as far as a `String` can be forgotten.
  func forgetSecrets() {
    model.forgetPassword()
    emptySecrets()
  }

  // MARK: The form

  let numbers = [0, 1]

  subscript(text number: Int) -> String {
    get { number == 0 ? model.username : model.password }
    set { if number == 0 { model.username = newValue } else { model.password = newValue } }
  }

  let action = "sign in"

  /// There is no question before leaving.
  var isDirty: Bool { false }

  var isUnderWay: Bool { model.isLoading }

  func close(byInterrupt: Bool) { result = byInterrupt ? .interrupted : .cancelled }

  func leaveField() { hideSecrets() }

  func submit() {
    hideSecrets()
    guard let missing = model.signIn() else { return }
    focus = .field(missing == .username ? 0 : 1)
    host.refusal = (focus, missing == .username ? "Type your username" : "Type your password")
  }

  // MARK: Keys

  var keys: KeyMap {
    let leaving = [
      KeyBinding(
        "Esc", isUnderWay ? "cancel the sign-in, and stay" : "cancel",
        footer: KeyHint("Esc", "cancel"), for: .leave
      ) { _ in
        guard self.isUnderWay else { return self.leave(byInterrupt: false) }
        self.model.cancel()
        self.host.refusal = (.submit, "The sign-in was cancelled.")
      },
      .elsewhere("^C", "quit"),
      helpKeys(asking: "on a button", footer: isUnderWay ? nil : KeyHint("^G", "keys")),
    ]
    if isUnderWay { return KeyMap([pageKeys] + leaving) }
    return KeyMap(
      movingKeys(next: KeyHint("⇥", "next"), back: KeyHint("⇧⇥", "back"))
        + submittingKeys(showsSubmit: isInText && !isInLast, isRanked: false) + [
          KeyBinding(
            "^R", "show or hide the password",
            footer: KeyHint("^R", editors[1].isRevealed ? "hide" : "show"), when: isInLast
          ) { _ in self.toggleReveal() }, pageKeys,
        ] + KeyBinding.ofTheLoop + leaving)
  }

  // MARK: Drawing

  func page(in size: Size, symbols: Symbols) -> FieldsPage {
    takeOverTexts()
    let isFilledIn = !model.username.isEmpty && !model.password.isEmpty
    let buttons = ButtonRow(buttons: [
      Button(label: "Sign in", look: isFilledIn ? .ready : .waiting), Button(label: "Cancel"),
    ])
    let frame = FieldsPage.Frame(
      title: "Sign in", note: note, buttons: buttons, summary: summary,
      isRefused: !summary.text.isEmpty, isSummaryWhole: true)
    return FieldsPage(
      frame, focus: isUnderWay || host.isCovered ? nil : focus, isLocked: isUnderWay, in: size,
      symbols: symbols
    ) { _ in
      zip(numbers, ["Username", "Password"]).map { number, label in
        FieldsPage.Field(
          number: number, label: label, hint: editors[number].isRevealed ? "shown – ^R hides" : "",
          message: refusal(of: number) ?? MessageRow(kind: .hint, text: ""))
      }
    }
  }

  /// The outcome of the last try, or a note that one is under way.
  private var summary: MessageRow {
    if isUnderWay { return MessageRow(kind: .pending, text: "Signing in") }
    if let refusal = host.refusal, refusal.focus == .submit {
      return MessageRow(kind: .neutral, text: refusal.note)
    }
    return MessageRow(kind: .failure, text: model.message ?? "")
  }
}
