import Credentials

/// Somebody in the directory, as a list shows them.
public struct User: Hashable, Sendable, Identifiable {
  /// By which a user is known however the name is written: one user, one key.
  public let id: String
  /// The name as it is written where it is kept.
  public let name: String
  /// Whether one can sign in as this user.
  public let access: Access

  /// Whether one can sign in as a user.
  public enum Access: String, Hashable, Sendable {
    /// With the password.
    case open
    /// With the password, which should be set anew: its hash is quick to break.
    case weak
    /// Not at all: no password fits, or its hash cannot be checked here.
    case closed
  }

  /// Makes a user.
  public init(id: String, name: String, access: Access) {
    (self.id, self.name, self.access) = (id, name, access)
  }

  /// Makes a user of an account as it is kept.
  public init(_ account: Account) {
    let scheme = account.scheme
    let access: Access = !scheme.isCheckable ? .closed : scheme.isWeak ? .weak : .open
    self.init(
      id: AccountName.key(of: account.name.normalizedNFC), name: account.name, access: access)
  }
}

/// The users that somebody who has signed in may see.
public struct UserList: Hashable, Sendable {
  /// Who has signed in.
  public let session: Session
  /// All users, in the order in which they are kept.
  public let users: [User]

  /// Makes a list for a session.
  public init(session: Session, users: [User]) { (self.session, self.users) = (session, users) }
}

/// Somebody who has signed in.
public struct Session: Hashable, Sendable {
  /// The name that they signed in with.
  public let username: String

  /// Makes a session; for whoever has checked a password.
  public init(username: String) { self.username = username }
}
