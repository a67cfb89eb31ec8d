import Reactive
import ReactiveExtras

/// Accounts that live as long as the store, for tests, previews and dry runs.
///
///     let store = InMemoryAccountStore(taken: ["root", "ann"])
///     try store.add("Ann", password: "secret")  // throws .taken
///
/// Refuses the same names and knows them by the same key as ``HtpasswdAccountStore``. Without a
/// hasher it keeps no password at all, and ``verify(_:password:)`` is false for everybody.
public final class InMemoryAccountStore: AccountStore {
  private let hasher: PasswordHasher?
  /// A hash, or an empty text, for every key.
  private let hashes: Locked<[String: String]>

  /// Makes a store in which some names are taken, by accounts that nobody has the password of.
  public init(taken usernames: [String] = [], hasher: PasswordHasher? = nil) {
    self.hasher = hasher
    let keys = usernames.map { AccountName.key(of: $0.normalizedNFC) }
    hashes = Locked(Dictionary(keys.map { ($0, "") }, uniquingKeysWith: { first, _ in first }))
  }

  /// The number of accounts.
  public var count: Int { hashes.withLock { $0.count } }

  /// Whether an account of that name exists.
  public func contains(_ username: String) throws(AccountError) -> Bool {
    let name = try AccountName(checking: username)
    return hashes.withLock { $0[name.key] != nil }
  }

  /// Adds an account, or throws and leaves everything as it was.
  public func add(_ username: String, password: String) throws(AccountError) {
    let name = try AccountName(checking: username)
    guard try !contains(username) else { throw .taken(username: username) }
    var hash = ""
    if let hasher {
      do throws(PasswordHashingError) {
        hash = try hasher.hash(password)
      } catch { throw .invalidPassword(error) }
    }
    let isNew = hashes.withLock { hashes in
      if hashes[name.key] != nil { return false }
      hashes[name.key] = hash
      return true
    }
    guard isNew else { throw .taken(username: username) }
  }

  /// Whether the name is there and the password is the right one.
  public func verify(_ username: String, password: String) throws(AccountError) -> Bool {
    let name = try AccountName(checking: username)
    guard let hasher else { return false }
    let hash = hashes.withLock { $0[name.key] }
    let isRight = hasher.verify(password, hash ?? hasher.decoy)
    return isRight && hash?.isEmpty == false
  }
}
