/// The availability of a user name, as far as known.
public enum UsernameAvailability: Hashable, Sendable {
  /// The name has not been looked up: it breaks a rule, or the form has no account store.
  case unknown
  /// The name is being looked up, counted from the key that changed it.
  case checking
  /// The name was free when the account store was asked.
  case free
  /// The name belongs to another account; with a free one much like it, if one was found.
  case taken(suggestion: String?)
  /// The account store refuses this name; `reason` is a sentence.
  case refused(reason: String)
  /// The account store could not be asked, about any name. A sentence gives the reason.
  case unanswered(reason: String)
}

extension UsernameAvailability {
  /// Makes the availability that an issue with a name means.
  init(_ issue: ValidationIssue) {
    self =
      issue.code == .usernameTaken
      ? .taken(suggestion: issue.text("suggestion")) : .refused(reason: issue.text("reason") ?? "")
  }
}

extension ValidationIssue {
  /// Returns a parameter that is text.
  func text(_ parameter: String) -> String? {
    guard case .text(let text)? = parameters[parameter] else { return nil }
    return text
  }
}
