import Reactive
import ReactiveExtras

/// Accounts that live as long as the store, for tests, previews and dry runs.
///
///     let store = InMemoryAccountStore(taken: ["root", "ann"])
///     try store.add("Ann", password: "secret")  // throws .taken
///
/// Refuses the same names and identifies them by the same key as ``HtpasswdAccountStore``. Without
/// a hasher it keeps no password at all, and ``verify(_:password:)`` is always false.
public final class InMemoryAccountStore: AccountStore {
  private let hasher: PasswordHasher?
  /// The account of each key.
  private let entries: Locked<[String: Entry]>

  /// An account; its hash is empty if it has no password.
  private struct Entry {
    var name: String
    var hash = ""
    /// The number of its addition: greater than that of any account before.
    var number: Int
  }
  private let nextNumber: Locked<Int>

  /// Makes a store in which some names are taken, by accounts without a password.
  public init(taken usernames: [String] = [], hasher: PasswordHasher? = nil) {
    self.hasher = hasher
    let entries = usernames.enumerated().map { number, name in
      (AccountName.key(of: name.normalizedNFC), Entry(name: name, number: number))
    }
    self.entries = Locked(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
    nextNumber = Locked(usernames.count)
  }

  /// The number of accounts.
  public var count: Int { entries.withLock { $0.count } }

  /// Returns true if an account of that name exists.
  public func contains(_ username: String) throws(AccountError) -> Bool {
    try hash(of: username) != nil
  }

  /// Adds an account, or throws and leaves everything as it was.
  public func add(_ username: String, password: String) throws(AccountError) {
    let name = try AccountName(checking: username)
    guard try !contains(username) else { throw .taken(username: username) }
    let hash = try makeHash(of: password)
    let number = nextNumber.withLock { number in
      number += 1
      return number
    }
    let isNew = entries.withLock { entries in
      guard entries[name.key] == nil else { return false }
      entries[name.key] = Entry(name: name.text, hash: hash, number: number)
      return true
    }
    guard isNew else { throw .taken(username: username) }
  }

  /// Returns true if the name exists and has this password.
  public func verify(_ username: String, password: String) throws(AccountError) -> Bool {
    let hash = try hash(of: username) ?? ""
    guard let hasher else { return false }
    do throws(PasswordHashingError) {
      let isRight = try hasher.verify(password, hash.isEmpty ? hasher.decoy : hash)
      return isRight && !hash.isEmpty
    } catch { throw AccountError(checking: username, error) }
  }

  /// Returns all accounts, those that were taken from the start first.
  public func list() throws(AccountError) -> [Account] {
    let inOrder = entries.withLock { Array($0.values) }.sorted { $0.number < $1.number }
    return zip(1..., inOrder).map { line, entry in
      Account(name: entry.name, hash: entry.hash, line: line)
    }
  }

  /// Removes an account, or throws ``AccountError/unknown(username:)``.
  public func remove(_ username: String) throws(AccountError) {
    _ = try takeOut(username)
  }

  /// Removes an account, and returns what ``putBack(_:)`` takes.
  public func takeOut(_ username: String) throws(AccountError) -> RemovedAccount {
    var removed: Entry?
    try change(username) { entry in
      removed = entry
      entry = nil
    }
    guard let removed else { throw .unknown(username: username) }
    return RemovedAccount(
      name: removed.name, contents: .entry(hash: removed.hash, number: removed.number))
  }

  /// Puts a removed account back, in its place of the list and with its password.
  public func putBack(_ account: RemovedAccount) throws(AccountError) {
    guard case .entry(let hash, let number) = account.contents else {
      throw .unknown(username: account.name)
    }
    let key = AccountName.key(of: account.name.normalizedNFC)
    let isFree = entries.withLock { entries in
      guard entries[key] == nil else { return false }
      entries[key] = Entry(name: account.name, hash: hash, number: number)
      return true
    }
    guard isFree else { throw .taken(username: account.name) }
  }

  /// Changes the password of an account, or throws and leaves everything as it was.
  public func changePassword(
    of username: String, to password: String
  ) throws(AccountError) {
    guard try contains(username) else { throw .unknown(username: username) }
    let hash = try makeHash(of: password)
    try change(username) { $0?.hash = hash }
  }

  private func change(
    _ username: String, _ body: (inout Entry?) -> Void
  ) throws(AccountError) {
    let name = try AccountName(checking: username)
    let isThere = entries.withLock { entries in
      guard entries[name.key] != nil else { return false }
      body(&entries[name.key])
      return true
    }
    guard isThere else { throw .unknown(username: username) }
  }

  private func hash(of username: String) throws(AccountError) -> String? {
    let name = try AccountName(checking: username)
    return entries.withLock { $0[name.key]?.hash }
  }

  private func makeHash(of password: String) throws(AccountError) -> String {
    guard let hasher else { return "" }
    do throws(PasswordHashingError) {
      return try hasher.hash(password)
    } catch { throw AccountError(hashing: error) }
  }
}
