/// The name that a user claims, and the password that proves it.
public struct UserCredentials: Hashable, Sendable {
  /// The name of the account.
  public var username: String
  /// Its password.
  public var password: String

  /// Makes credentials of the typed texts.
  public init(username: String, password: String) {
    (self.username, self.password) = (username, password)
  }
}

extension UserCredentials: CustomStringConvertible {
  /// Only the name.
  public var description: String { "credentials of \(username)" }
}
