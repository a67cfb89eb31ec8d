/// The accounts that a signed-in user may see.
public struct UserList: Hashable, Sendable {
  /// The session of the signed-in user.
  public let session: UserSession
  /// All accounts, in the order of the store.
  public let users: [ListedAccount]

  /// Makes a list for a session.
  package init(session: UserSession, users: [ListedAccount]) {
    (self.session, self.users) = (session, users)
  }
}

/// A user who has signed in.
public struct UserSession: Hashable, Sendable {
  /// The name that they signed in with.
  public let username: String

  /// Makes a session; for code that has checked a password.
  public init(username: String) { self.username = username }
}
