import Credentials
import Streams
import Dispatch
import Reactive

/// An account as a list shows it: whose it is, and how its password is kept.
///
/// An account is known by its name, not by its line in the file, which changes as others come and
/// go. Of a name that a file has several times each has a number, from the top.
public struct ListedAccount: Identifiable, Hashable, Sendable {
  /// Which account it is.
  public struct ID: Hashable, Sendable {
    /// The name as it is kept.
    public let name: String
    /// The number of accounts of that name above it; servers read the first one.
    public let repetition: Int
  }

  /// Which account it is.
  public let id: ID
  /// How its password is hashed.
  public let scheme: PasswordScheme

  /// The name as it is kept.
  public var name: String { id.name }

  /// Makes an entry of an account.
  ///
  /// - Parameters:
  ///   - account: The account.
  ///   - repetition: The number of accounts of that name above it.
  public init(_ account: Account, repetition: Int = 0) {
    (id, scheme) = (ID(name: account.name, repetition: repetition), account.scheme)
  }

  /// Makes the entries of all accounts of a store. O(*n*).
  public static func all(_ accounts: [Account]) -> [ListedAccount] {
    var counts: [String: Int] = [:]
    return accounts.map { account in
      defer { counts[account.name, default: 0] += 1 }
      return ListedAccount(account, repetition: counts[account.name, default: 0])
    }
  }
}

extension ListSource where Element == ListedAccount, Failure == AccountError {
  /// The accounts of a store, in the order in which they are kept.
  ///
  /// - Parameters:
  ///   - store: Where the accounts are kept.
  ///   - changes: Says when there may be others.
  public static func accounts(
    in store: any AccountStore, changes: some Publisher<Void, Never>
  ) -> ListSource {
    ListSource(changes: changes) { () throws(AccountError) in
      ListedAccount.all(try store.list())
    }
  }

  /// The accounts of a file, in its order, followed as any program changes it.
  ///
  ///     let model = ListViewModel(.accounts(in: HtpasswdAccountStore(path: path)))
  ///
  /// - Parameters:
  ///   - store: The file.
  ///   - scheduler: Where the file is read after a change.
  public static func accounts<Context: Scheduler>(
    in store: HtpasswdAccountStore,
    followingOn scheduler: Context = DispatchQueue(label: "account-list")
  ) -> ListSource {
    accounts(in: store, changes: FileWatcher(path: store.path).changes(on: scheduler))
  }
}
