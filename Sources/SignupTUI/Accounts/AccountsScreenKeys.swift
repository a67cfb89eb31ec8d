// The keys of the list of accounts.
extension AccountsScreen {
  var keys: KeyMap {
    KeyMap(
      (hasRoom ? changingKeys : []) + list.keys + KeyBinding.ofTheLoop + [
        .quitting(footer: KeyHint("q", "quit", rank: 1)) { _ in self.result = .quit },
        .help(footer: KeyHint("?", "keys", rank: 2)) { _ in
          self.help = KeyHelp(title: "Keys", hints: self.keys.hints)
        },
      ])
  }

  private var changingKeys: [KeyBinding] {
    let isChosen = list.chosen != nil
    let undoable = actions.removal.state.undoable.last
    return [
      KeyBinding("a", "add an account", footer: KeyHint("a", "add", rank: 1)) { _ in
        self.open(.newAccount)
      },
      KeyBinding(
        "p Enter", "set a new password", footer: KeyHint("p", "password", rank: 1),
        when: isChosen
      ) { _ in
        guard let account = self.list.chosen else { return }
        self.open(.newPassword(of: account.name))
      },
      KeyBinding(
        "x Del", "remove the account, after confirmation", footer: KeyHint("x", "remove", rank: 1),
        when: isChosen
      ) { _ in
        self.question = self.list.chosen.map { account in
          let question = "Remove the account \(account.name)?"
          return (account.name, Dialog(question: question, answers: ["Remove", "Keep"], focus: 1))
        }
      },
      KeyBinding(
        "u", "undo the last removal, within ten seconds",
        footer: KeyHint("u", "undo", rank: 0), when: undoable != nil
      ) { _ in self.actions.removal.undo() },
      KeyBinding(
        "c", "copy the name to the terminal’s clipboard (OSC 52)",
        footer: KeyHint("c", "copy (OSC 52)", rank: 2), when: isChosen
      ) { _ in
        guard let name = self.list.chosen?.name else { return }
        self.actions.copy(name)
        self.notice = MessageRow(
          kind: .success, text: "Sent the name \(name) to the terminal’s clipboard")
      },
    ]
  }

  /// The keys that answer the question.
  static let questionFooter = Dialog.footer("keep")

  /// Handles an event that answers the question.
  func answer(_ event: InputEvent) {
    switch question?.dialog.handle(event) {
    case .chosen(0):
      if let name = question?.name { actions.removal.remove(name) }
      question = nil
    case .chosen, .dismissed: question = nil
    case .open, nil: break
    }
  }
}
