/// A place that keeps accounts: who has a name already, and a new name with its password.
///
///     let store = InMemoryAccountStore()
///     try store.add("ann", password: "correct horse battery")
///     try store.contains("Ann")  // true: names differ in more than their case
///
/// Both calls are synchronous and may take a while (a file is read, a password is hashed), so call
/// them away from the thread that draws. They may be called from several threads at once.
///
/// `contains` answers for the time it is asked. Only ``add(_:password:)`` decides: it may throw
/// ``AccountError/taken(username:)`` for a name that was free shortly before.
public protocol AccountStore: Sendable {
  /// Whether an account of that name exists, whatever the case or Unicode form it is typed in.
  ///
  /// Throws ``AccountError/invalidUsername(_:)`` for a text that no account can have as its name.
  func contains(_ username: String) throws(AccountError) -> Bool

  /// Adds an account, or throws and leaves everything as it was.
  func add(_ username: String, password: String) throws(AccountError)
}
