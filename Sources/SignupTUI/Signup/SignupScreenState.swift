// The content of the form, made from the state of the view model and of the screen.
extension SignupScreen {
  func page(in size: Size, symbols: Symbols) -> FieldsPage {
    takeOverTexts()
    let columns = PageColumns(window: size.width)
    let (facts, isNarrow) = (shownPasswordFacts, PageColumns.areNarrow(in: size.width))
    let messages: SignupFields<MessageRow> = SignupFields { field in
      message(below: field, facts, isNarrow: isNarrow)
    }
    let buttons = ButtonRow(buttons: [
      Button(label: model.purpose.button, look: model.isValid ? .ready : .waiting),
      Button(label: "Cancel"),
    ])
    let frame = FieldsPage.Frame(
      title: model.purpose.title, note: "in \(shownPath)", buttons: buttons, summary: summary,
      isRefused: host.hasBeenRefused)
    return FieldsPage(
      frame, focus: host.isCovered ? nil : focus, isLocked: isUnderWay, in: size, symbols: symbols
    ) { isRoomy in
      model.purpose.fields.map { field in
        field == .password
          ? password(facts, messages.password, isRoomy: isRoomy, columns)
          : FieldsPage.Field(
            number: field.rawValue, label: label(of: field), hint: hint(beside: field),
            keepsHint: field == .username, message: messages[field], usualColumns: 72)
      }
    }
  }

  // MARK: The password

  /// The password with its meter, its advice and its rules.
  private func password(
    _ facts: PasswordFacts, _ message: MessageRow, isRoomy: Bool, _ columns: PageColumns
  ) -> FieldsPage.Field {
    let meter = Meter(
      level: facts.isEmpty ? 0 : facts.strength.score.rawValue + 1, steps: 5, word: facts.word)
    let advice = facts.advice
    let isBeside = Glyph.columns(of: advice) <= columns.messageWidth - meter.columns - 1
    // Advice that does not fit next to the meter is shown below it if there is no message.
    let below = MessageRow(kind: .hint, text: isBeside || !message.text.isEmpty ? "" : advice)
    // A suggestion must be readable, even if it is longer than its field.
    let suggestion =
      model.isPasswordSuggested && editor(.password).isRevealed ? model[.password] : ""
    return FieldsPage.Field(
      number: SignupField.password.rawValue, label: label(of: .password),
      hint: hint(beside: .password),
      whole: Glyph.columns(of: suggestion) < columns.fieldWidth ? "" : suggestion,
      // Advice uses the rows kept free for a message while there is none.
      message: isRoomy && !below.text.isEmpty ? below : message, usualColumns: 100,
      parts: [.meter(meter, beside: isBeside ? advice : "")] + (isRoomy ? [] : [.message(below)])
        + [.checklist(checklist(facts))], keepsTitle: model.purpose.username != nil)
  }

  /// The rules of the password with their marks.
  func checklist(_ facts: PasswordFacts) -> Checklist {
    Checklist(
      items: Self.items(of: facts.checklist, hidesProgress: editor(.password).echo == .nothing))
  }

  /// The advice about a password that was suggested.
  private var suggestion: MessageRow {
    guard editor(.password).isRevealed else {
      return MessageRow(kind: .neutral, text: "A password is suggested; ^R shows it")
    }
    return MessageRow(
      kind: .warning,
      text: "Save it now; it is hidden later. ^O suggests another, Esc undoes it")
  }

  /// The message below a field: a refusal, otherwise its error, otherwise its state.
  func message(below field: SignupField, _ facts: PasswordFacts, isNarrow: Bool) -> MessageRow {
    if let refusal = refusal(of: field.rawValue) { return refusal }
    if field == .password, model.isPasswordSuggested { return suggestion }
    let message = field == .password ? facts.message(isNarrow: isNarrow) : model.message(for: field)
    if let message { return MessageRow(kind: .failure, text: mismatch(of: field) ?? message) }
    return switch field {
    case .username: usernameState
    case .password: MessageRow(kind: .neutral, text: facts.note ?? "")
    case .confirmation:
      MessageRow(kind: .success, text: model.verdict.confirmationMatch == .equal ? "match" : "")
    }
  }

  /// The length of the name, updated while it is typed, and its availability.
  private var usernameState: MessageRow {
    guard let count = model.verdict.usernameProgress else {
      return MessageRow(kind: .hint, text: "")
    }
    return switch model.availability {
    case .checking: MessageRow(kind: .pending, text: "checking  \(count)")
    case .free: MessageRow(kind: .success, text: "free  \(count)")
    case .unknown, .taken, .refused, .unanswered: MessageRow(kind: .neutral, text: count)
    }
  }

  /// The error of the repeated password: that it is missing, or the character at which it differs,
  /// which helps only if the text is shown.
  private func mismatch(of field: SignupField) -> String? {
    guard field == .confirmation else { return nil }
    if model[.confirmation].isEmpty { return "Type the password again" }
    guard case .differs(let position) = model.verdict.confirmationMatch else { return nil }
    if editor(.confirmation).isRevealed {
      return "Differs from the password at character \(position)"
    }
    let offersReveal = focus == .field(.confirmation) && !isRecorded
    return "Differs from the password" + (offersReveal ? " – ^R shows where" : "")
  }

  /// Requirements as lines of a checklist, with the typing progress.
  nonisolated static func items(
    of requirements: [SignupVerdict.Requirement], hidesProgress: Bool
  ) -> [Checklist.Item] {
    requirements.map { requirement in
      let mark: Checklist.Mark =
        switch requirement.state {
        case .met: .met
        case .notYet: .open
        case .failed: .failed
        }
      return Checklist.Item(
        requirement: requirement.text, mark: mark,
        progress: hidesProgress ? nil : requirement.progress)
    }
  }

  /// The message below the buttons, about the form as a whole.
  var summary: MessageRow {
    if model.submission.isUnderWay {
      let text =
        isWaitingForLock ? "Waiting for another program to finish writing" : model.purpose.progress
      return MessageRow(kind: .pending, text: text)
    }
    if let message = model.formMessage { return MessageRow(kind: .failure, text: message) }
    return summary(ofWrong: model.fieldsToFix.map(label(of:)), isOnButton: focus == .submit)
  }

  func label(of field: SignupField) -> String {
    switch field {
    case .username: "Username"
    case .password: "Password"
    case .confirmation: "Password again"
    }
  }

  /// The hint next to a field's label.
  private func hint(beside field: SignupField) -> String {
    if field == .password, model.isPasswordSuggested { return "suggested" }
    if editor(field).isRevealed { return "shown – ^R hides" }
    return field == .username ? usernameRequirement : ""
  }
}
