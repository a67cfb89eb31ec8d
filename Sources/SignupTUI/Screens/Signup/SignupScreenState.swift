import TerminalKit
import ViewModels

/// What the form shows, made of the view model's state and the screen's own.
extension SignupScreen {
  /// The state of the page in this frame.
  var pageState: SignupPageState {
    let isPasswordEmpty = model[.password].isEmpty
    let score = model.strength.score
    return SignupPageState(
      place: place,
      fields: SignupFields { field in
        SignupPageState.Field(
          label: label(of: field), hint: hint(beside: field), message: message(below: field))
      },
      focus: isCovered ? nil : focus,
      isLocked: model.submission.isUnderWay,
      isReady: model.isValid,
      checklist: checklist,
      meter: Meter(
        level: isPasswordEmpty ? 0 : score.rawValue + 1, steps: 5,
        word: isPasswordEmpty ? "" : score.word),
      advice: model.strength.advice?.text ?? "",
      summary: summary)
  }

  /// The message below a field: what it has just refused, else what is wrong with it, else how it
  /// stands.
  private func message(below field: SignupField) -> MessageRow {
    if let refusal, refusal.field == field {
      return MessageRow(kind: .warning, text: refusal.note)
    }
    if let message = model.message(for: field) {
      return MessageRow(kind: .failure, text: mismatch(of: field) ?? message)
    }
    return switch field {
    case .username: usernameStanding
    case .password: MessageRow(kind: .neutral, text: model.verdict.passwordNote?.text ?? "")
    case .confirmation:
      MessageRow(kind: .success, text: model.verdict.confirmationMatch == .equal ? "match" : "")
    }
  }

  /// How long the name is, which stays while it is typed, and whether it is free.
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

  /// Where the repetition goes wrong, which is of use only to who can see it.
  private func mismatch(of field: SignupField) -> String? {
    guard field == .confirmation, case .differs(let position) = model.verdict.confirmationMatch
    else { return nil }
    if fields.confirmation.isRevealed {
      return "Differs from the password at character \(position)"
    }
    let offersReveal = focus == .field(.confirmation) && !isRecorded
    return "Differs from the password" + (offersReveal ? " – ^R shows where" : "")
  }

  /// The requirements of the password, the first with its count while it is typed.
  private var checklist: Checklist {
    let hidesLength = fields.password.echo == .nothing
    return Checklist(
      items: model.verdict.password.checklist.map { requirement in
        let mark: Checklist.Mark =
          switch requirement.standing {
          case .met: .met
          case .notYet: .open
          case .failed: .failed
          }
        return Checklist.Item(
          requirement: requirement.text, mark: mark,
          progress: hidesLength ? nil : requirement.progress)
      })
  }

  /// The message below the buttons, about the form as a whole.
  private var summary: MessageRow {
    if model.submission.isUnderWay {
      let text = isWaitingForLock ? "Waiting for another program that writes" : "Creating account"
      return MessageRow(kind: .pending, text: text)
    }
    if let message = model.formMessage { return MessageRow(kind: .failure, text: message) }
    let wrong = model.fieldsToFix
    guard !wrong.isEmpty, hasBeenRefused || focus == .register else {
      return MessageRow(kind: .hint, text: "")
    }
    let names = wrong.map(label(of:)).joined(separator: ", ")
    let count = wrong.count == 1 ? "1 thing to fix" : "\(wrong.count) things to fix"
    // Before Register has been pressed it is only why the button is dim.
    return MessageRow(kind: hasBeenRefused ? .failure : .neutral, text: "\(count): \(names)")
  }

  private func label(of field: SignupField) -> String {
    switch field {
    case .username: "Username"
    case .password: "Password"
    case .confirmation: "Password again"
    }
  }

  /// What stands beside a field's label.
  private func hint(beside field: SignupField) -> String {
    if fields[field].isRevealed { return "shown – ^R hides" }
    return field == .username ? model.rules.usernameRequirement : ""
  }
}
