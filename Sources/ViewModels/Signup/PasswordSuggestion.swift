extension PasswordGenerator {
  /// The forms of suggestions: words, some of which most people can remember and type; if the
  /// policy allows none, characters.
  private var suggestedForms: [Form] {
    let longest = policy.maximumLength ?? 20
    return [
      .words(5), .words(4), .characters(min(20, longest)),
      .characters(min(longest, max(32, policy.minimumLength))),
    ]
  }

  /// Makes a password that a form can suggest; returns nil if the policy accepts none of these.
  func suggestion(using source: inout some RandomNumberGenerator) -> String? {
    for form in suggestedForms {
      if let made = try? make(form, using: &source) { return made.password }
    }
    return nil
  }
}

extension SignupViewModel {
  /// Puts a random password into both fields, with the system's random source.
  ///
  ///     model.suggestPassword()
  ///     model.isPasswordSuggested  // true, until it is accepted or taken back
  ///
  /// It is accepted by leaving a password's field, changing one of them, or submitting. Until then
  /// ``withdrawSuggestion()`` restores the previous texts. A second call suggests another one.
  ///
  /// - Returns: True if one was suggested: not during a submission, nor if the policy accepts none
  ///   of these.
  @discardableResult public func suggestPassword() -> Bool {
    var source = SystemRandomNumberGenerator()
    return suggestPassword(using: &source)
  }

  /// Puts a random password into both fields.
  ///
  /// - Parameter source: The source of randomness.
  /// - Returns: True if one was suggested.
  @discardableResult
  public func suggestPassword(using source: inout some RandomNumberGenerator) -> Bool {
    switch submission {
    case .idle, .failed: break
    case .validating, .submitting, .succeeded: return false
    }
    let generator = PasswordGenerator(policy: rules.passwordPolicy)
    // A password may by chance be made of the user name.
    for _ in 0..<8 {
      guard let password = generator.suggestion(using: &source) else { return false }
      let input = SignupInput(username: self[.username], password: password, confirmation: password)
      guard rules.verdict(input).password.isValid else { continue }
      suggest(password)
      return true
    }
    return false
  }
}
