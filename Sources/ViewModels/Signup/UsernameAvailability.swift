import Forms

/// Whether a user name is free, as far as is known.
public enum UsernameAvailability: Hashable, Sendable {
  /// Nobody has asked: the name breaks a rule, or there is no account store.
  case unknown
  /// The answer is on its way; it counts from the key that changed the name.
  case checking
  /// The name was free when the account store was asked.
  case free
  /// The name belongs to somebody; a free one much like it, if one was found.
  case taken(suggestion: String?)
  /// The account store cannot hold this name. A sentence says why.
  case refused(reason: String)
  /// The account store could not be asked, whatever the name. A sentence says why.
  case unanswered(reason: String)
}

extension UsernameAvailability {
  /// What an issue with a name means.
  init(_ issue: ValidationIssue) {
    self =
      issue.code == .usernameTaken
      ? .taken(suggestion: issue.text("suggestion"))
      : .refused(reason: issue.text("reason") ?? "")
  }
}

extension ValidationIssue {
  /// A parameter that is a text.
  func text(_ parameter: String) -> String? {
    guard case .text(let text)? = parameters[parameter] else { return nil }
    return text
  }
}
