import Credentials

/// A user in the directory, as a list shows them.
public struct User: Hashable, Sendable, Identifiable {
  /// The key by which a user is known in any spelling of the name: one user, one key.
  public let id: String
  /// The name as it is stored.
  public let name: String
  /// The user's access.
  public let access: Access

  /// The access of a user.
  public enum Access: String, Hashable, Sendable {
    /// Signing in is possible with the password.
    case open
    /// Signing in is possible with the password, which should be changed: its hash is quick to
    /// break.
    case weak
    /// Signing in is impossible: no password matches, or its hash cannot be checked here.
    case closed
  }

  /// Makes a user.
  public init(id: String, name: String, access: Access) {
    (self.id, self.name, self.access) = (id, name, access)
  }

  /// Makes a user of a stored account.
  public init(_ account: Account) {
    let scheme = account.scheme
    let access: Access = !scheme.isCheckable ? .closed : scheme.isWeak ? .weak : .open
    self.init(
      id: AccountName.key(of: account.name.normalizedNFC), name: account.name, access: access)
  }
}

/// The users that a signed-in user may see.
public struct UserList: Hashable, Sendable {
  /// The session of the signed-in user.
  public let session: Session
  /// All users, in the order of the store.
  public let users: [User]

  /// Makes a list for a session.
  public init(session: Session, users: [User]) { (self.session, self.users) = (session, users) }
}

/// A user who has signed in.
public struct Session: Hashable, Sendable {
  /// The name that they signed in with.
  public let username: String

  /// Makes a session; for code that has checked a password.
  public init(username: String) { self.username = username }
}
