/// An account as a list shows it: everything except its hash.
public struct Account: Hashable, Sendable {
  /// The name in its stored spelling, which is the one that a server requires.
  ///
  /// Bytes that are not UTF-8 appear as U+FFFD.
  public let name: String
  /// The method that its password is hashed with.
  public let scheme: PasswordScheme
  /// The number of its line in the file, from 1; its place in the order if there is no file.
  public let line: Int

  /// Makes an account of its properties.
  public init(name: String, scheme: PasswordScheme, line: Int) {
    self.name = name
    self.scheme = scheme
    self.line = line
  }
}
