import TerminalForms
import TerminalKit
import ViewModels

// The keys of the form, and what surrounds its page.
extension SignupScreen {
  var keys: KeyMap { isUnderWay ? waitingKeys : editingKeys }

  /// All that decides on the footer. A letter changes none of it, and so makes no table of keys.
  struct FooterConditions: Equatable {
    var focus: SignupFocus
    var isUnderWay: Bool
    var isRecorded: Bool
    var isRevealed: Bool
    var isPasswordSuggested: Bool
    var offeredUsername: String?
  }

  var footer: Footer {
    let conditions = FooterConditions(
      focus: focus, isUnderWay: isUnderWay, isRecorded: isRecorded,
      isRevealed: focus.field.map { fields[$0].isRevealed } ?? false,
      isPasswordSuggested: model.isPasswordSuggested, offeredUsername: model.offeredUsername)
    if let made = madeFooter, made.conditions == conditions {
      assert(made.footer == keys.footer, "the footer depends on something else, too")
      return made.footer
    }
    let footer = keys.footer
    madeFooter = (conditions, footer)
    return footer
  }

  private var editingKeys: KeyMap {
    KeyMap(
      movingKeys(back: KeyHint("⇧⇥", "back", rank: 5)) + submittingKeys + [pageKeys]
        + passwordKeys + KeyBinding.ofText(words: "a word back, forth; in a password, to its ends")
        + KeyBinding.ofTheLoop + [
          leavingKeys(footer: model.isPasswordSuggested ? nil : KeyHint("Esc", "cancel")),
          helpKeys(asking: "on a button"),
        ])
  }

  private var submittingKeys: [KeyBinding] {
    let isLast = focus == .field(.confirmation)
    let submits = focus != .register && !isLast
    let action = model.purpose.action
    return [
      KeyBinding(
        "Enter", "next field; on the last one: \(action)",
        footer: isLast ? KeyHint("Enter", action, rank: 2) : nil, for: .finish
      ) { _ in self.press() },
      KeyBinding(
        "^S ^Enter", action, footer: submits ? KeyHint("^S", action, rank: 3) : nil, for: .finish
      ) { _ in self.register() },
      KeyBinding(
        "Space", "on a button: press it",
        footer: KeyHint("Space", focus == .register ? action : "cancel", rank: 1),
        when: !isInText
      ) { _ in self.press() },
      KeyBinding("← →", "on a button: the other one", when: !isInText) { _ in
        self.focus = self.focus == .register ? .cancel : .register
      },
    ]
  }

  private var passwordKeys: [KeyBinding] {
    let secret = focus.field.map { fields[$0] }.flatMap { $0.isSecret && !isRecorded ? $0 : nil }
    let reveal = secret.map { KeyHint("^R", $0.isRevealed ? "hide" : "show", rank: 2) }
    let isSuggested = model.isPasswordSuggested
    // While the screen is recorded no password may be on it.
    return [
      KeyBinding(
        "^O", "take the free name that is offered",
        footer: model.offeredUsername.map { KeyHint("^O", "take \($0)", rank: 2) },
        when: focus == .field(.username) && model.offeredUsername != nil,
        isListed: model.offeredUsername != nil
      ) { _ in self.model.takeOfferedUsername() },
      KeyBinding("^R", "show or hide the password", footer: reveal, isListed: !isRecorded) { _ in
        self.toggleReveal()
      },
      KeyBinding(
        "^O", "suggest a password; Esc or ^_ takes it back",
        footer: secret.map { _ in KeyHint("^O", isSuggested ? "another" : "suggest", rank: 4) },
        isListed: !isRecorded
      ) { _ in self.suggestPassword() },
      // The words of ^O name these.
      KeyBinding(
        "Esc ^_", "take the suggestion back", footer: KeyHint("Esc", "undo"), for: .leave,
        when: isSuggested, isListed: false
      ) { _ in self.takeSuggestionBack() },
    ]
  }

  private var waitingKeys: KeyMap {
    let words = "quit without waiting for the answer"
    return KeyMap([
      KeyBinding("Esc", words, footer: KeyHint("Esc", words), for: .leave) { _ in
        self.host.question = .abandon(self.model.purpose.abandonQuestion)
      },
      // The account store may be writing already: there is no taking it back.
      KeyBinding("^C", "quit") { _ in self.close(byInterrupt: true) },
      pageKeys,
    ])
  }

  var wayOut: String { isUnderWay ? "Esc quits" : "Esc cancels" }

  /// The help of F1: the present messages, the rules in force with their standing, and the keys.
  func makeHelp() -> KeyHelp {
    let state = pageState()
    let messages = model.purpose.fields.map { state.fields[$0].message } + [state.summary]
    let wrong = messages.filter { $0.kind == .failure && !$0.text.isEmpty }
    let username = Self.items(of: model.verdict.username.checklist, hidesProgress: true)
    let namesRules =
      model.purpose.username == nil
      ? [MessageRow(kind: .hint, text: "\(state.fields.username.label):")] + username.map(\.row)
      : []
    let rules =
      namesRules
      + [MessageRow(kind: .hint, text: "\(state.fields.password.label):")]
      + state.checklist.items.map(\.row)
    return KeyHelp(title: "Help", notes: wrong + rules, hints: keys.hints)
  }

  func page(in size: Size, symbols: Symbols) -> FieldsPage<SignupFocus> {
    takeOverTexts()
    return pageState(isNarrow: PageColumns.areNarrow(in: size.width))
      .page(in: size, symbols: symbols)
  }

  func draw(_ page: FieldsPage<SignupFocus>, from top: Int, on canvas: inout Canvas) {
    page.draw(from: top, on: &canvas)
    for field in SignupField.allCases {
      page.draw(&fields[field], at: .field(field), from: top, on: &canvas)
    }
  }
}

extension Checklist.Item {
  /// The requirement as a line of its own.
  var row: MessageRow {
    let kind: MessageRow.Kind =
      switch mark {
      case .met: .success
      case .open: .neutral
      case .failed: .failure
      }
    let text = progress.map { "\(requirement): \($0)" } ?? requirement
    return MessageRow(kind: kind, text: text)
  }
}
