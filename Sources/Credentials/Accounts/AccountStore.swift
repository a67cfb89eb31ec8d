/// A store of accounts, which looks up names and checks passwords.
///
///     let store = InMemoryAccountStore(hasher: .yescrypt)
///     try store.add("ann", password: "correct horse battery")
///     try store.contains("Ann")  // true: names differ in more than their case
///     try store.verify("ann", password: "guess")  // false
///     try store.list().map(\.name)  // ["ann"]
///
/// All calls are synchronous and may take a while (a file is read, a password is hashed), so make
/// them on another thread than the one that draws. They may be made from several threads at once.
///
/// `contains` describes the time of the call. Only ``add(_:password:)`` decides: it may throw
/// ``AccountError/taken(username:)`` for a name that was free shortly before.
///
/// A store for a sign-up form alone implements `contains` and `add`; the other methods throw
/// ``AccountError/notSupported(operation:)``.
public protocol AccountStore: Sendable {
  /// Returns true if an account of that name exists, in any case or Unicode form.
  ///
  /// Throws ``AccountError/invalidUsername(_:)`` if the string cannot be the name of an account.
  func contains(_ username: String) throws(AccountError) -> Bool

  /// Returns the first free name of several; nil if all of them are taken.
  ///
  /// Checks a name and its alternatives in one call, so that a store need not read its file for
  /// each of them. Throws as ``contains(_:)`` does.
  func firstFree(of usernames: [String]) throws(AccountError) -> String?

  /// Adds an account, or throws and changes nothing.
  func add(_ username: String, password: String) throws(AccountError)

  /// Returns true if an account of that name exists and has this password.
  ///
  /// An unknown name costs as much as a wrong password, so that the time taken does not reveal
  /// which names exist: a password is hashed in either case, by a method of the accounts in the
  /// store.
  func verify(_ username: String, password: String) throws(AccountError) -> Bool

  /// Returns all accounts in their stored order.
  func list() throws(AccountError) -> [Account]

  /// Removes an account, or throws and changes nothing.
  ///
  /// Throws ``AccountError/unknown(username:)`` if there is no such account, and
  /// ``AccountError/ambiguous(username:spellings:)`` if several differ only in case and none is
  /// spelled like the argument.
  func remove(_ username: String) throws(AccountError)

  /// Removes an account as ``remove(_:)`` does, and returns what ``putBack(_:)`` takes.
  func takeOut(_ username: String) throws(AccountError) -> RemovedAccount

  /// Restores an account that ``takeOut(_:)`` has removed, at its old position, with its password.
  ///
  /// Throws ``AccountError/taken(username:)`` if another account has taken the name meanwhile.
  func putBack(_ account: RemovedAccount) throws(AccountError)

  /// Changes the password of an account, or throws and changes nothing.
  ///
  /// Throws as ``remove(_:)`` does, and also for a password that cannot be hashed.
  func changePassword(of username: String, to password: String) throws(AccountError)
}

extension AccountStore {
  /// Looks up one name after the other.
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
  public func takeOut(_ username: String) throws(AccountError) -> RemovedAccount {
    throw .notSupported(operation: "put a removed account back")
  }

  /// Throws ``AccountError/notSupported(operation:)``.
  public func putBack(_ account: RemovedAccount) throws(AccountError) {
    throw .notSupported(operation: "put a removed account back")
  }

  /// Throws ``AccountError/notSupported(operation:)``.
  public func changePassword(of username: String, to password: String) throws(AccountError) {
    throw .notSupported(operation: "change a password")
  }
}
