/// A place that keeps accounts: who has a name already, and which password opens it.
///
///     let store = InMemoryAccountStore(hasher: .yescrypt)
///     try store.add("ann", password: "correct horse battery")
///     try store.contains("Ann")  // true: names differ in more than their case
///     try store.verify("ann", password: "guess")  // false
///     try store.list().map(\.name)  // ["ann"]
///
/// All calls are synchronous and may take a while (a file is read, a password is hashed), so make
/// them away from the thread that draws. They may be made from several threads at once.
///
/// `contains` answers for the time it is asked. Only ``add(_:password:)`` decides: it may throw
/// ``AccountError/taken(username:)`` for a name that was free shortly before.
///
/// A store for a sign-up form alone implements `contains` and `add`; the others then throw
/// ``AccountError/notSupported(operation:)``.
public protocol AccountStore: Sendable {
  /// Whether an account of that name exists, whatever the case or Unicode form it is typed in.
  ///
  /// Throws ``AccountError/invalidUsername(_:)`` for a text that no account can have as its name.
  func contains(_ username: String) throws(AccountError) -> Bool

  /// The first of some names that is free; nil when each of them is taken.
  ///
  /// Answers for a name and for its alternatives at once, which spares a store that reads a file
  /// from reading it for each of them. Throws as ``contains(_:)`` does.
  func firstFree(of usernames: [String]) throws(AccountError) -> String?

  /// Adds an account, or throws and leaves everything as it was.
  func add(_ username: String, password: String) throws(AccountError)

  /// Whether an account of that name exists and the password is the right one.
  ///
  /// An unknown name costs as much as a wrong password, so that the time taken does not say which
  /// names exist: a password is hashed in either case, in the way of the accounts that there are.
  func verify(_ username: String, password: String) throws(AccountError) -> Bool

  /// All accounts, in the order in which they are kept.
  func list() throws(AccountError) -> [Account]

  /// Removes an account, or throws and leaves everything as it was.
  ///
  /// Throws ``AccountError/unknown(username:)`` where there is none, and
  /// ``AccountError/ambiguous(username:spellings:)`` where several differ in their case alone and
  /// none is spelled as asked for.
  func remove(_ username: String) throws(AccountError)

  /// Gives an account another password, or throws and leaves everything as it was.
  ///
  /// Throws as ``remove(_:)`` does, and for a password that cannot be hashed.
  func changePassword(of username: String, to password: String) throws(AccountError)
}

extension AccountStore {
  /// Asks for one name after the other.
  public func firstFree(of usernames: [String]) throws(AccountError) -> String? {
    for username in usernames where try !contains(username) { return username }
    return nil
  }

  /// Throws ``AccountError/notSupported(operation:)``.
  public func verify(_ username: String, password: String) throws(AccountError) -> Bool {
    throw .notSupported(operation: "check a password")
  }

  /// Throws ``AccountError/notSupported(operation:)``.
  public func list() throws(AccountError) -> [Account] {
    throw .notSupported(operation: "list its accounts")
  }

  /// Throws ``AccountError/notSupported(operation:)``.
  public func remove(_ username: String) throws(AccountError) {
    throw .notSupported(operation: "remove an account")
  }

  /// Throws ``AccountError/notSupported(operation:)``.
  public func changePassword(of username: String, to password: String) throws(AccountError) {
    throw .notSupported(operation: "change a password")
  }
}
