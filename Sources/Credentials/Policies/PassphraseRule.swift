import Forms

extension PasswordPolicy.Passphrase {
  /// The rule that a password has one of each set of characters, or is as long as a passphrase: one
  /// line of a checklist, and one sentence.
  func rule(insteadOf required: [PasswordCharacters]) -> ValidationRule<SignupInput> {
    let minimum = minimumLength
    @Sendable func issue(lacking missing: [PasswordCharacters]) -> ValidationIssue {
      ValidationIssue(
        .passphraseOrKindMissing,
        ["minimum": .integer(minimum), "missing": .list(missing.map(\.requirement.code))])
    }
    return ValidationRule(issue(lacking: required)) { input in
      let missing = required.filter { !$0.isFound(in: input.password) }
      let isLong = input.password.normalizedNFC.unicodeScalars.count >= minimum
      return isLong || missing.isEmpty ? .met : .notYet(issue(lacking: missing))
    }
  }
}

extension PasswordPolicy {
  /// Returns true if this is ``classic``, and refuses for the kinds of character that it lacks what
  /// ``passphrase`` takes.
  package func refusesPassphrase(_ input: SignupInput) -> Bool {
    var (usual, passphrase) = (self, PasswordPolicy.passphrase)
    usual.hashedBytes = PasswordPolicy.maximumBytes
    passphrase.hashedBytes = hashedBytes
    return usual == .classic && rules.firstIssue(input)?.code == .passwordKindMissing
      && passphrase.rules.firstIssue(input) == nil
  }
}
