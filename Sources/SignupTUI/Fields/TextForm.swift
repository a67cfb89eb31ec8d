/// A form of text fields, one below the other, and two buttons: one that submits it, and Cancel.
///
/// A form provides its texts, their messages, and the action of submitting. Editing, showing
/// secrets and moving between fields are the same in all of them.
@MainActor protocol TextForm: HostedForm where Focus == TextFocus, Page == FieldsPage {
  /// The numbers of the fields that are filled in, in reading order.
  var numbers: [Int] { get }
  /// The editors of the fields by their numbers. The view model owns the texts; an editor has a
  /// copy of one, with a cursor and undo.
  var editors: [TextField] { get set }
  /// The text of a field, as the view model has it.
  subscript(text number: Int) -> String { get set }
  /// True if the screen is recorded in a file, which must not contain a password.
  var isRecorded: Bool { get }
  /// The effect of submitting, in the middle of a sentence.
  var action: String { get }

  /// Submits the form, or goes to the first invalid field.
  func submit()
}

/// A part of a ``TextForm`` that can have the focus.
///
/// Fields are numbers: of a generic type, every key would look up its metadata.
enum TextFocus: Hashable, Sendable {
  case field(Int)
  case submit
  case cancel

  static let buttons: [TextFocus] = [.submit, .cancel]

  /// The number of the field; nil for a button.
  var number: Int? {
    guard case .field(let number) = self else { return nil }
    return number
  }
}

extension TextForm {
  var stops: [TextFocus] { numbers.map { .field($0) } + TextFocus.buttons }

  var isInText: Bool { focus.number != nil }

  /// True in the last field, in which Enter submits.
  var isInLast: Bool { isInText && focus.number == numbers.last }

  func press() {
    switch focus {
    case .field: if isInLast { submit() } else { move(by: 1) }
    case .submit: submit()
    case .cancel: leave(byInterrupt: false)
    }
  }

  func edit(_ event: InputEvent) {
    guard let number = focus.number, !isUnderWay else { return }
    takeOverTexts()
    let response = editors[number].handle(event)
    let text = editors[number].text
    if self[text: number] != text { self[text: number] = text }
    switch response {
    case .ignored, .handled: break
    case .edited: host.refusal = nil
    case .refused(let note): host.refusal = (focus, note)
    }
  }

  /// Copies the view model's texts into the editors.
  func takeOverTexts() {
    for number in editors.indices { editors[number].setText(self[text: number]) }
  }

  // MARK: Secrets

  func hideSecrets() { for number in editors.indices { editors[number].isRevealed = false } }

  /// Empties the editors of secrets, as far as a `String` can be forgotten.
  func emptySecrets() {
    for number in editors.indices where editors[number].isSecret { editors[number].setText("") }
  }

  /// Shows or hides the secret that has the focus.
  func toggleReveal() {
    guard let number = focus.number, editors[number].isSecret, mayShowSecrets() else { return }
    editors[number].isRevealed.toggle()
  }

  /// Returns true if a password may be on the screen; if not, the field reports it.
  func mayShowSecrets() -> Bool {
    if isRecorded { host.refusal = (focus, "Passwords stay hidden while the screen is recorded") }
    return !isRecorded
  }

  // MARK: Keys and drawing

  /// The keys that submit the form or press a button.
  ///
  /// - Parameters:
  ///   - showsSubmit: True if the footer has ^S now.
  ///   - isRanked: True if the footer may leave them out before others.
  func submittingKeys(showsSubmit: Bool, isRanked: Bool = true) -> [KeyBinding] {
    func hint(_ key: String, _ words: String, rank: Int) -> KeyHint {
      KeyHint(key, words, rank: isRanked ? rank : 0)
    }
    return [
      KeyBinding(
        "Enter", "next field; on the last one: \(action)",
        footer: isInLast ? hint("Enter", action, rank: 2) : nil, for: .finish
      ) { _ in self.press() },
      KeyBinding(
        "^S ^Enter", action, footer: showsSubmit ? hint("^S", action, rank: 3) : nil, for: .finish
      ) { _ in self.submit() },
      KeyBinding(
        "Space", "on a button: press it",
        footer: hint("Space", focus == .submit ? action : "cancel", rank: 1), when: !isInText
      ) { _ in self.press() },
    ]
  }

  /// The message below a field that has just refused input; nil for none.
  func refusal(of number: Int) -> MessageRow? {
    guard let refusal = host.refusal, refusal.focus == .field(number) else { return nil }
    return MessageRow(kind: .warning, text: refusal.note)
  }

  func draw(_ page: FieldsPage, from top: Int, on canvas: inout Canvas) {
    page.draw(from: top, on: &canvas)
    for number in numbers { page.draw(&editors[number], of: number, from: top, on: &canvas) }
  }
}
