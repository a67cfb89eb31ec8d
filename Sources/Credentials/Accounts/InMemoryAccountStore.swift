/// Accounts that live as long as the store, for tests, previews and dry runs.
///
///     let store = InMemoryAccountStore(taken: ["root", "ann"])
///     try store.add("Ann", password: "secret")  // throws .taken
///
/// Refuses the same names and identifies them by the same key as ``HtpasswdAccountStore``. Without
/// a hasher it keeps no password at all, and ``verify(_:password:)`` is always false.
public final class InMemoryAccountStore: AccountStore {
  private let store: HtpasswdAccountStore

  /// Makes a store in which some names are taken, by accounts without a password.
  public init(taken usernames: [String] = [], hasher: PasswordHasher? = nil) {
    var document = HtpasswdDocument()
    for name in usernames { document.append(name: name, hash: "") }
    store = HtpasswdAccountStore(keeping: document, hasher: hasher ?? .forgetful)
  }

  /// The number of accounts.
  package var count: Int { (try? list().count) ?? 0 }

  public func contains(_ username: String) throws(AccountError) -> Bool {
    try store.contains(username)
  }

  public func add(_ username: String, password: String) throws(AccountError) {
    try store.add(username, password: password)
  }

  public func verify(_ username: String, password: String) throws(AccountError) -> Bool {
    try store.verify(username, password: password)
  }

  /// Returns all accounts, those that were taken from the start first.
  public func list() throws(AccountError) -> [Account] { try store.list() }

  public func remove(_ username: String) throws(AccountError) { try store.remove(username) }

  public func takeOut(_ username: String) throws(AccountError) -> RemovedAccount {
    try store.takeOut(username)
  }

  public func putBack(_ account: RemovedAccount) throws(AccountError) { try store.putBack(account) }

  public func changePassword(of username: String, to password: String) throws(AccountError) {
    try store.changePassword(of: username, to: password)
  }
}

extension PasswordHasher {
  /// Keeps no password, so that no password is correct.
  fileprivate static let forgetful = PasswordHasher(
    hash: { _ in "!" }, verify: { _, _ in false }, decoy: "!")
}
