import Credentials

/// Why somebody could not sign in, or the users could not be listed.
///
/// Its `description` is a sentence for the person at the screen. It never contains a password, and
/// does not say whether a name exists.
public enum UsersError: Error, Hashable, Sendable {
  /// There is no such name, or the password is not its own.
  case refused
  /// The account store has no account at all any more, not even of who has signed in.
  case empty
  /// The account store has no answer, and why.
  case store(AccountError)
}

extension UsersError: CustomStringConvertible {
  /// One sentence that says what and how to fix it.
  public var description: String {
    switch self {
    case .refused: "The name or the password is wrong; check both."
    case .empty: "There are no accounts any more; check the place where they are kept."
    case .store(let error): error.description
    }
  }
}
