// The keys of the form, and what surrounds its page.
extension SignupScreen {
  var keys: KeyMap {
    guard isUnderWay else { return editingKeys }
    // The account store may already be writing, which cannot be undone.
    return waitingKeys("quit without waiting") {
      self.host.question = .abandon(self.model.purpose.abandonQuestion)
    }
  }

  /// The conditions that determine the footer. A typed character changes none of them, so it makes
  /// no table of keys.
  struct FooterConditions: Equatable {
    var focus: TextFocus
    var isUnderWay: Bool
    var isRecorded: Bool
    var isRevealed: Bool
    var isPasswordSuggested: Bool
    var offeredUsername: String?
  }

  var footer: Footer {
    let conditions = FooterConditions(
      focus: focus, isUnderWay: isUnderWay, isRecorded: isRecorded,
      isRevealed: focus.number.map { editors[$0].isRevealed } ?? false,
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
      movingKeys(back: KeyHint("⇧⇥", "back", rank: 5))
        + submittingKeys(showsSubmit: focus != .submit && !isInLast) + [turningKey, pageKeys]
        + passwordKeys + KeyBinding.ofText(words: "previous, next word; in a password, start, end")
        + KeyBinding.ofTheLoop + [
          leavingKeys(footer: model.isPasswordSuggested ? nil : KeyHint("Esc", "cancel")),
          helpKeys(asking: "on a button"),
        ])
  }

  private var turningKey: KeyBinding {
    KeyBinding("← →", "on a button: go to the other one", when: !isInText) { _ in
      self.focus = self.focus == .submit ? .cancel : .submit
    }
  }

  private var passwordKeys: [KeyBinding] {
    let secret = focus.number.map { editors[$0] }.flatMap { $0.isSecret && !isRecorded ? $0 : nil }
    let reveal = secret.map { KeyHint("^R", $0.isRevealed ? "hide" : "show", rank: 2) }
    let isSuggested = model.isPasswordSuggested
    // While the screen is recorded no password may be on it.
    return [
      KeyBinding(
        "^O", "use the suggested name",
        footer: model.offeredUsername.map { KeyHint("^O", "take \($0)", rank: 2) },
        when: focus == .field(.username) && model.offeredUsername != nil,
        isListed: model.offeredUsername != nil
      ) { _ in self.model.takeOfferedUsername() },
      KeyBinding("^R", "show or hide the password", footer: reveal, isListed: !isRecorded) { _ in
        self.toggleReveal()
      },
      KeyBinding(
        "^O", "suggest a password; Esc or ^_ undoes it",
        footer: secret.map { _ in KeyHint("^O", isSuggested ? "another" : "suggest", rank: 4) },
        isListed: !isRecorded
      ) { _ in self.suggestPassword() },
      // The words of ^O name these.
      KeyBinding(
        "Esc ^_", "undo the suggestion", footer: KeyHint("Esc", "undo"), for: .leave,
        when: isSuggested, isListed: false
      ) { _ in self.takeSuggestionBack() },
    ]
  }

  var wayOut: String { isUnderWay ? "Esc quits" : "Esc cancels" }

  /// The help of F1: the present messages, the rules in force with their marks, and the keys.
  func makeHelp() -> KeyHelp {
    let facts = shownPasswordFacts
    let messages =
      model.purpose.fields.map { message(below: $0, facts, isNarrow: false) } + [summary]
    let username = Self.items(of: model.verdict.username.checklist, hidesProgress: true)
    func rules(of field: SignupField, _ items: [Checklist.Item]) -> [MessageRow] {
      [MessageRow(kind: .hint, text: "\(label(of: field)):")] + items.map(\.row)
    }
    return KeyHelp(
      title: "Help",
      notes: messages.filter { $0.kind == .failure && !$0.text.isEmpty }
        + (model.purpose.username == nil ? rules(of: .username, username) : [])
        + rules(of: .password, checklist(facts).items), hints: keys.hints)
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
