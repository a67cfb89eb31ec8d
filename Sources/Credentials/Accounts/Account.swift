/// An account as a list shows it: everything except its hash.
public struct Account: Hashable, Sendable {
  /// The name in its stored spelling, which servers require.
  ///
  /// Bytes that are not UTF-8 appear as U+FFFD.
  public let name: String
  /// The method that its password is hashed with.
  public let scheme: PasswordScheme
  /// The strength of the hash; nil if it is unknown, or no password opens the account.
  public let strength: HashStrength?
  /// The line number in the file, counted from 1; without a file, the position in the order.
  public let line: Int
  /// A number that changes with the hash, so that a list can mark the account. It reveals nothing
  /// of the hash and differs in each process.
  package let revision: Int

  /// Makes an account from a name and a hash, which it does not keep.
  public init(name: String, hash: String, line: Int) {
    var hasher = Hasher()
    hasher.combine(hash)
    (self.name, self.line, revision) = (name, line, hasher.finalize())
    scheme = PasswordScheme(hash: hash)
    strength = HashStrength(hash: hash, of: scheme)
  }
}
