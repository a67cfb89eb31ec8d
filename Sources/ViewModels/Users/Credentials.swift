/// Who somebody says they are, and the password that shows it.
public struct Credentials: Hashable, Sendable {
  /// The name of the account.
  public var username: String
  /// Its password.
  public var password: String

  /// Makes credentials of what was typed.
  public init(username: String, password: String) {
    (self.username, self.password) = (username, password)
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible {
  /// The name alone.
  public var description: String { "credentials of \(username)" }
  /// The name alone.
  public var debugDescription: String { description }
}
