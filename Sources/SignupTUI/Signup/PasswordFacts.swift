/// The facts about the present password that may be shown; the password itself is never shown.
struct PasswordFacts {
  /// Each rule, and whether it is met.
  var checklist: [SignupVerdict.Requirement]
  /// The estimated strength.
  var strength: PasswordStrength
  /// True if the field is empty.
  var isEmpty: Bool
  /// True if the policy considers it strong enough, whatever else is wrong with it.
  var isStrongEnough: Bool
  /// True if it keeps to all rules.
  var isValid: Bool
  /// True if it lacks only kinds of characters, which a passphrase need not have.
  var isRefusedPassphrase = false
  /// The message about it that may be shown.
  var message: String?
  /// The issue of the message; nil for a message from elsewhere, as after a refusal.
  var issue: ValidationIssue?
  /// The texts of issues.
  var messages: ValidationMessages
  /// A note on it.
  var note: String?
}

extension PasswordFacts {
  /// The word next to the meter, in accord with the message: a password that lacks something is not
  /// praised, and an accepted one is called accepted.
  var word: String {
    let word = strength.score.word
    if isEmpty { return "" }
    guard isStrongEnough else { return word }
    guard isValid else { return "hard to guess" }
    return strength.score < .good ? "\(word) – accepted" : word
  }

  /// Advice for a password that is harder to guess: what is missing if it is too weak, and what
  /// could be better once it is accepted.
  var advice: String {
    if isRefusedPassphrase { return Self.passphraseHint }
    guard let text = strength.advice?.text else { return "" }
    guard isStrongEnough else { return text }
    guard isValid else { return "" }
    return "Could be better: " + text.prefix(1).lowercased() + text.dropFirst()
  }

  /// The advice for a passphrase that the policy refuses.
  static let passphraseHint = "--policy passphrase accepts it as it is"

  /// The message about it: missing kinds of characters are added to the meter's words.
  ///
  /// - Parameter isNarrow: True if there is room for only a few words.
  func message(isNarrow: Bool) -> String? {
    guard var issue, isNarrow || isStrongEnough else { return message }
    // In a narrow window the meter is further below, so the message is shown alone.
    switch issue.code {
    case .passwordKindMissing:
      issue.code = isNarrow ? .passwordKindMissingBriefly : .passwordKindMissingToo
    case .passphraseOrKindMissing:
      issue.code = isNarrow ? .passphraseOrKindMissingBriefly : .passphraseOrKindMissingToo
    default: return message
    }
    return messages.templates[issue.code] == nil ? message : messages.text(for: issue)
  }
}

extension SignupScreen {
  /// The facts about the password now.
  var passwordFacts: PasswordFacts {
    let message = model.message(for: .password)
    let verdict = model.verdict.password
    return PasswordFacts(
      checklist: verdict.checklist, strength: model.strength, isEmpty: model[.password].isEmpty,
      isStrongEnough: model.strength.score
        >= model.rules.passwordPolicy.minimumScore(for: model[.password]), isValid: verdict.isValid,
      isRefusedPassphrase: model.isRefusedPassphrase, message: message,
      issue: message != nil && message == verdict.message ? verdict.issue : nil,
      messages: model.rules.messages, note: model.verdict.passwordNote?.text)
  }

  /// The facts to show. If others may watch the screen, now or in a recording, nothing changes
  /// while the password is typed: a change would reveal the kind of key.
  var shownPasswordFacts: PasswordFacts {
    let isWatched = isRecorded || editor(.password).echo == .nothing
    guard isWatched, focus == .field(.password), let factsBeforeTyping else { return passwordFacts }
    return factsBeforeTyping
  }
}

extension SignupViewModel {
  /// True if the password is refused, but would be accepted as a passphrase.
  var isRefusedPassphrase: Bool {
    // Most keys need no second opinion.
    verdict.password.issue?.code == .passwordKindMissing
      && rules.passwordPolicy.refusesPassphrase(
        SignupInput(username: verdict.canonicalUsername, password: password))
  }
}
