import ViewModels

/// What is said of a password as it stands: never the password.
struct PasswordFacts {
  /// Each rule, and how it stands.
  var checklist: [SignupVerdict.Requirement]
  /// How hard it is to guess.
  var strength: PasswordStrength
  /// Whether there is nothing in the field.
  var isEmpty: Bool
  /// Whether the policy calls it strong enough, whatever else is wrong with it.
  var isStrongEnough: Bool
  /// Whether it keeps to all rules.
  var isValid: Bool
  /// What is wrong with it, as far as that may be said.
  var message: String?
  /// What the message is made from; nil where it comes from elsewhere, as after a refusal.
  var issue: ValidationIssue?
  /// The texts of issues.
  var messages: ValidationMessages
  /// What else is to be known of it.
  var note: String?
}

extension PasswordFacts {
  /// The word beside the meter, which is one verdict with the message: a password of which
  /// something is missing is not praised, and one that is accepted is called so.
  var word: String {
    let word = strength.score.word
    if isEmpty { return "" }
    guard isStrongEnough else { return word }
    guard isValid else { return "hard to guess" }
    return strength.score < .good ? "\(word) – accepted" : word
  }

  /// What would make the password harder to guess: what is missing if it is not hard enough, and
  /// what could be better once it is accepted.
  var advice: String {
    guard let text = strength.advice?.text else { return "" }
    guard isStrongEnough else { return text }
    guard isValid else { return "" }
    return "Could be better: " + text.prefix(1).lowercased() + text.dropFirst()
  }

  /// What is to be said of it: kinds of character that are missing come on top of what the meter
  /// says.
  ///
  /// - Parameter isNarrow: Whether there is room for few words only.
  func message(isNarrow: Bool) -> String? {
    guard var issue, issue.code == .passwordKindMissing, isNarrow || isStrongEnough else {
      return message
    }
    // Where there is little room the meter is further below, and there is nothing to be joined to.
    issue.code = isNarrow ? .passwordKindMissingBriefly : .passwordKindMissingToo
    return messages.templates[issue.code] == nil ? message : messages.text(for: issue)
  }
}

extension SignupScreen {
  /// What is to be said of the password now.
  var passwordFacts: PasswordFacts {
    let message = model.message(for: .password)
    let verdict = model.verdict.password
    return PasswordFacts(
      checklist: verdict.checklist, strength: model.strength, isEmpty: model[.password].isEmpty,
      isStrongEnough: model.strength.score >= model.rules.passwordPolicy.minimumScore,
      isValid: verdict.isValid, message: message,
      issue: message != nil && message == verdict.message ? verdict.issue : nil,
      messages: model.rules.messages, note: model.verdict.passwordNote?.text)
  }

  /// What is said of it. Where somebody may watch the screen, now or in a recording, nothing
  /// changes while it is typed: what changes with a key says what kind of key it was.
  var shownPasswordFacts: PasswordFacts {
    let isWatched = isRecorded || fields.password.echo == .nothing
    guard isWatched, focus == .field(.password), let factsBeforeTyping else { return passwordFacts }
    return factsBeforeTyping
  }
}
