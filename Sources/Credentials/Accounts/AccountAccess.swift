/// The access to an account, as far as the hash of its password shows it.
///
///     PasswordScheme(hash: "$apr1$…").access  // .open
///     PasswordScheme(hash: "!").access  // .closed
///
/// The same for every server that reads the file; the raw value is a word for screens and JSON.
public enum AccountAccess: String, CaseIterable, Hashable, Sendable {
  /// The right password opens it.
  case open
  /// No password opens it: the hash is empty, or begins with `!` or `*`.
  case closed
  /// The hash is of a method that is not known here. A server may know it.
  case unknown
}
