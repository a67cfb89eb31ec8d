/// The reason why a user could not sign in, or the users could not be listed.
///
/// Its `description` is a sentence for the user. It never contains a password, and does not reveal
/// if a name exists.
public enum UsersError: Error, Hashable, Sendable {
  /// There is no such name, or the password is wrong.
  case refused
  /// The account store has become empty; even the signed-in user's account is gone.
  case empty
  /// The account store could not answer, with the reason.
  case store(AccountError)
}

extension UsersError: CustomStringConvertible {
  /// One sentence with the problem and the remedy.
  public var description: String {
    switch self {
    case .refused: "The name or the password is wrong; check both."
    case .empty: "There are no accounts any more; check the account file."
    case .store(let error): error.description
    }
  }
}
