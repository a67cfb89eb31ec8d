import TerminalForms
import TerminalKit
import ViewModels

/// The content of the form, made of the view model's state and the screen's own.
extension SignupScreen {
  /// The state of the page in this frame.
  ///
  /// - Parameter isNarrow: True if there is room for few words only.
  func pageState(isNarrow: Bool = false) -> SignupPageState {
    let facts = shownPasswordFacts
    return SignupPageState(
      purpose: model.purpose, place: place,
      fields: SignupFields { field in
        SignupPageState.Field(
          label: label(of: field), hint: hint(beside: field),
          message: message(below: field, facts, isNarrow: isNarrow))
      },
      focus: host.isCovered ? nil : focus,
      isLocked: model.submission.isUnderWay,
      isReady: model.isValid,
      checklist: Checklist(
        items: Self.items(
          of: facts.checklist, hidesProgress: fields.password.echo == .nothing)),
      meter: Meter(
        level: facts.isEmpty ? 0 : facts.strength.score.rawValue + 1, steps: 5, word: facts.word),
      advice: facts.advice,
      suggestion: model.isPasswordSuggested && fields.password.isRevealed ? model[.password] : "",
      summary: summary, isRefused: host.hasBeenRefused)
  }

  // MARK: The password

  /// The advice about a password that was suggested.
  private var suggestion: MessageRow {
    guard fields.password.isRevealed else {
      return MessageRow(kind: .neutral, text: "A password is suggested; ^R shows it")
    }
    return MessageRow(
      kind: .warning,
      text: "Save it now: it is hidden when you go on; ^O another, Esc takes it back")
  }

  /// The message below a field: what it has just refused, else what is wrong with it, else how it
  /// stands.
  private func message(
    below field: SignupField, _ facts: PasswordFacts, isNarrow: Bool
  ) -> MessageRow {
    if let refusal = host.refusal, refusal.place == .field(field) {
      return MessageRow(kind: .warning, text: refusal.note)
    }
    if field == .password, model.isPasswordSuggested { return suggestion }
    let message =
      field == .password
      ? facts.message(isNarrow: isNarrow) : model.message(for: field)
    if let message { return MessageRow(kind: .failure, text: mismatch(of: field) ?? message) }
    return switch field {
    case .username: usernameStanding
    case .password: MessageRow(kind: .neutral, text: facts.note ?? "")
    case .confirmation:
      MessageRow(kind: .success, text: model.verdict.confirmationMatch == .equal ? "match" : "")
    }
  }

  /// The length of the name, which stays while it is typed, and its availability.
  private var usernameStanding: MessageRow {
    guard let count = model.verdict.usernameProgress else {
      return MessageRow(kind: .hint, text: "")
    }
    return switch model.availability {
    case .checking: MessageRow(kind: .pending, text: "checking  \(count)")
    case .free: MessageRow(kind: .success, text: "free  \(count)")
    case .unknown, .taken, .refused, .unanswered: MessageRow(kind: .neutral, text: count)
    }
  }

  /// What is wrong with the repetition: that there is none, or the place where it goes wrong, of
  /// use only where it can be seen.
  private func mismatch(of field: SignupField) -> String? {
    guard field == .confirmation else { return nil }
    if model[.confirmation].isEmpty { return "Type the password again" }
    guard case .differs(let position) = model.verdict.confirmationMatch else { return nil }
    if fields.confirmation.isRevealed {
      return "Differs from the password at character \(position)"
    }
    let offersReveal = focus == .field(.confirmation) && !isRecorded
    return "Differs from the password" + (offersReveal ? " – ^R shows where" : "")
  }

  /// Requirements as lines of a checklist, with how far typing has come.
  nonisolated static func items(
    of requirements: [SignupVerdict.Requirement], hidesProgress: Bool
  ) -> [Checklist.Item] {
    requirements.map { requirement in
      let mark: Checklist.Mark =
        switch requirement.standing {
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
  private var summary: MessageRow {
    if model.submission.isUnderWay {
      let text =
        isWaitingForLock ? "Waiting for another program that writes" : model.purpose.progress
      return MessageRow(kind: .pending, text: text)
    }
    if let message = model.formMessage { return MessageRow(kind: .failure, text: message) }
    return summary(
      ofWrong: model.fieldsToFix.map(label(of:)), isOnButton: focus == .register)
  }

  private func label(of field: SignupField) -> String {
    switch field {
    case .username: "Username"
    case .password: "Password"
    case .confirmation: "Password again"
    }
  }

  /// The hint beside a field's label.
  private func hint(beside field: SignupField) -> String {
    if field == .password, model.isPasswordSuggested { return "suggested" }
    if fields[field].isRevealed { return "shown – ^R hides" }
    return field == .username ? usernameRequirement : ""
  }
}
