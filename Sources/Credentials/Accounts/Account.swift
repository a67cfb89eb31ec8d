/// An account as a list shows it: everything except its hash.
public struct Account: Hashable, Sendable {
  /// The name in its stored spelling, which is the one that a server requires.
  ///
  /// Bytes that are not UTF-8 appear as U+FFFD.
  public let name: String
  /// The method that its password is hashed with.
  public let scheme: PasswordScheme
  /// The strength of the hash; nil if nothing is known of it, or no password opens the account.
  public let strength: HashStrength?
  /// The number of its line in the file, from 1; its position in the order if there is no file.
  public let line: Int
  /// A number that is another one when the hash is, so that a list can mark the account. It says
  /// nothing of the hash, and is another in each process.
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
