import Forms
import TerminalKit

// Keys and the mouse, as every form handles them.
extension HostedForm {
  /// Handles an event: by what is open over the form, by the table of keys, or by the text.
  package func handle(_ event: InputEvent) {
    if case .focus(false) = event { hideSecrets() }
    // If nothing of the form is visible, keys can only leave, with the same questions.
    if host.isTooSmall, event != .key(KeyPress(.escape)), event != .key(.control("c")) { return }
    if let answered = host.question?.dialog.handle(event) { return answer(answered, event) }
    if host.help.take(event) { return }
    if takesOver(event) { return }
    if case .mouse(let mouse) = event { return handle(mouse) }
    guard case .key(let press) = event else { return edit(event) }
    // Turning the page changes nothing; any other key goes back to the focus.
    if ![.pageUp, .pageDown].contains(press.key) {
      host.view.showFocus()
      if !isUnderWay { host.refusal = nil }
    }
    if isUnderWay {
      _ = keys.perform(press)
      return
    }
    if isTyped(press) || !keys.perform(press) { edit(event) }
  }

  /// True for a letter or digit typed into text, which needs no table of keys.
  private func isTyped(_ press: KeyPress) -> Bool {
    guard isInText, let character = press.text else { return false }
    return character.isLetter || character.isNumber
  }

  /// Handles the mouse, which can turn the page, go to a field, or press a button.
  private func handle(_ mouse: Mouse) {
    if host.view.handle(mouse) { return }
    guard mouse.action == .press, !isUnderWay, let target = self.target(of: mouse) else { return }
    host.refusal = nil
    if !isSame(target, focus) { leaveField() }
    // After leaving a field others may be hidden.
    guard let stop = stops.first(where: { isSame($0, target) }) else { return settle() }
    focus = stop
    click(mouse)
  }

  /// Goes to the next stop, or with a negative step to the previous one, in a circle.
  package func move(by step: Int) {
    leaveField()
    // Leaving may show or hide fields, so the stops are read afterwards.
    let stops = stops
    let index = stops.firstIndex { isSame($0, focus) } ?? 0
    focus = stops[(index + step + stops.count) % stops.count]
  }

  /// Leaves the form; asks first if anything would be lost.
  package func leave(byInterrupt: Bool) {
    guard isDirty else { return close(byInterrupt: byInterrupt) }
    hideSecrets()
    host.question = .leave(keepsDraft: keepDraft(), isInterrupt: byInterrupt).worded(in: language)
  }

  private func answer(_ response: Dialog.Response, _ event: InputEvent) {
    let isInterrupt = event == .key(.control("c"))
    if response == .open, !isInterrupt { return }
    if let choose = host.question?.choose, !isInterrupt {
      host.question = nil
      if case .chosen(let answer) = response { choose(answer == 0) }
      return
    }
    guard let question = host.question, response == .chosen(0) || isInterrupt else {
      return host.question = nil
    }
    close(byInterrupt: question.isInterrupt || isInterrupt)
  }

  // MARK: Keys of every form

  /// Tab and its reverse.
  ///
  /// - Parameters:
  ///   - next: The footer's hint for the next field.
  ///   - back: The footer's hint for the previous field; nil for none.
  package func movingKeys(
    next: KeyHint = KeyHint("⇥", "next", rank: 1), back: KeyHint? = nil
  ) -> [KeyBinding] {
    [
      KeyBinding("Tab ↓", "next field", footer: next, for: .move) { _ in self.move(by: 1) },
      KeyBinding("⇧Tab ↑", "previous field", footer: back, for: .move) { _ in self.move(by: -1) },
    ]
  }

  /// Page Up and Page Down.
  package var pageKeys: KeyBinding {
    KeyBinding("PgUp PgDn", "scroll up, down") { _ = self.host.view.handle($0) }
  }

  /// The keys that leave, including ^D if nothing would be lost.
  package func leavingKeys(footer: KeyHint? = KeyHint("Esc", "cancel")) -> KeyBinding {
    KeyBinding(isDirty ? "Esc ^C" : "Esc ^C ^D", "cancel", footer: footer, for: .leave) { press in
      self.leave(byInterrupt: press == .control("c"))
    }
  }

  /// The keys while the form waits for a response.
  ///
  /// - Parameters:
  ///   - words: What Esc does.
  ///   - leave: The action of Esc.
  package func waitingKeys(_ words: String, leave: @escaping @MainActor () -> Void) -> KeyMap {
    KeyMap([
      KeyBinding("Esc", words, footer: KeyHint("Esc", words), for: .leave) { _ in leave() },
      KeyBinding("^C", "quit") { _ in self.close(byInterrupt: true) }, pageKeys,
    ])
  }

  /// The keys that list the keys: F1, ^G, because many terminals keep F1 for themselves, and `?` if
  /// no text has the focus.
  ///
  /// - Parameters:
  ///   - context: The focus that `?` requires, for the list of keys.
  ///   - footer: The footer's hint for ^G; nil for none.
  ///   - purpose: The part of the footer that the hint is in.
  package func helpKeys(
    asking context: String, footer: KeyHint? = KeyHint("^G", "help"),
    for purpose: KeyBinding.Purpose = .help
  ) -> KeyBinding {
    KeyBinding(
      isInText ? "F1 ^G" : "F1 ^G ?", isInText ? "this list; also ? \(context)" : "this list",
      footer: footer, for: purpose
    ) { _ in self.host.help = self.makeHelp() }
  }
}

// Defaults that suit most forms.
extension HostedForm {
  /// The host's focus.
  package var focus: Focus {
    get { host.focus }
    set { host.focus = newValue }
  }
  /// The footer of the keys.
  package var footer: Footer { keys.footer }
  /// Nothing is kept when the form is left.
  package func keepDraft() -> Bool { false }
  /// English.
  package var language: ValidationMessages { .untranslated }
  /// Esc cancels.
  package var wayOut: String { "Esc cancels" }
  /// Returns the part under the mouse.
  package func target(of mouse: Mouse) -> Focus? { mouse.target(as: Focus.self) }
  /// Sets the cursor of a text, and presses anything else.
  package func click(_ mouse: Mouse) { isInText ? edit(.mouse(mouse)) : press() }
  /// Nothing is open over the form except the host's question and help.
  package func takesOver(_ event: InputEvent) -> Bool { false }
  /// Draws nothing over the page.
  package func drawOver(in body: Rect, on canvas: inout Canvas) {}
  /// Equal stops are the same.
  package func isSame(_ stop: Focus, _ other: Focus) -> Bool { stop == other }
  /// Keeps the focus.
  package func settle() {}
  /// Shows the keys alone.
  package func makeHelp() -> KeyHelp { KeyHelp(title: "Keys", hints: keys.hints) }
}
