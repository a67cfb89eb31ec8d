/// An account as a list shows it: everything but its hash.
public struct Account: Hashable, Sendable {
  /// The name as it is written where it is kept, which is how a server wants it typed.
  ///
  /// Bytes that are not UTF-8 appear as U+FFFD.
  public let name: String
  /// How its password is hashed.
  public let scheme: PasswordScheme
  /// The number of its line in the file, from 1; its place in the order where there is no file.
  public let line: Int

  /// Makes an account of what is known of it.
  public init(name: String, scheme: PasswordScheme, line: Int) {
    self.name = name
    self.scheme = scheme
    self.line = line
  }
}
