import Dispatch
import Fetching
import Reactive

/// An account as shown in a list: its name, and the properties of its password's hash.
///
/// An account is identified by its name, not by its line in the file, which changes as others come
/// and go. If a file has a name several times, each has a number, from the top.
public struct ListedAccount: Identifiable, Hashable, Sendable {
  /// The identity of an account.
  public struct ID: Hashable, Sendable {
    /// The name as stored.
    public let name: String
    /// The number of accounts of that name above it; servers read the first one.
    package let repetition: Int

    /// Makes the identity of an account by its name; that of the first one, which servers read, if
    /// no number is given.
    public init(name: String, repetition: Int = 0) {
      (self.name, self.repetition) = (name, repetition)
    }
  }

  /// The identity of the account.
  public let id: ID
  /// The method of its password's hash.
  public let scheme: PasswordScheme
  /// The strength of the hash; nil if it is unknown, or no password opens the account.
  public let strength: HashStrength?
  /// A number that is another one when the hash is: what has another password has changed.
  package let revision: Int

  /// The name as stored.
  public var name: String { id.name }
  /// How the account is opened.
  public var access: AccountAccess { scheme.access }
  /// Makes an entry of an account.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - repetition: The number of accounts of that name above it.
  public init(_ account: Account, repetition: Int = 0) {
    id = ID(name: account.name, repetition: repetition)
    (scheme, strength, revision) = (account.scheme, account.strength, account.revision)
  }

  /// Makes the entries of all accounts of a store. O(*n*).
  package static func all(_ accounts: [Account]) -> [ListedAccount] {
    var counts: [String: Int] = [:]
    return accounts.map { account in
      defer { counts[account.name, default: 0] += 1 }
      return ListedAccount(account, repetition: counts[account.name, default: 0])
    }
  }
}

extension ListSource where Element == ListedAccount, Failure == AccountError {
  /// The accounts of a store, in its order.
  ///
  /// - Parameters:
  ///   - store: The store of the accounts.
  ///   - changes: Sends when the accounts may have changed.
  public static func accounts(
    in store: any AccountStore, changes: some Publisher<Void, Never>
  ) -> ListSource {
    ListSource(changes: changes) { () throws(AccountError) in
      ListedAccount.all(try store.list())
    }
  }

  /// The accounts of a file, in file order, updated when any program changes it.
  ///
  ///     let model = ListViewModel(.accounts(in: HtpasswdAccountStore(path: path)))
  ///
  /// A change is read when the file has settled: `htpasswd` empties and refills it, and meanwhile
  /// all other accounts would seem removed.
  ///
  /// - Parameter store: The file.
  public static func accounts(in store: HtpasswdAccountStore) -> ListSource {
    accounts(in: store, changes: store.changes(on: DispatchQueue(label: "account-list")))
  }
}

extension HtpasswdAccountStore {
  /// Sends when the file may have other accounts, and can be read as a whole.
  package func changes<Context: Scheduler>(on scheduler: Context) -> AnyPublisher<Void, Never> {
    FileWatcher(path: path).settledChanges(on: scheduler)
  }
}
