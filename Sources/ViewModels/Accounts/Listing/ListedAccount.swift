import Dispatch
import Reactive

/// An account as a list shows it: whose it is, and how its password is kept.
///
/// Two are the same account where their names are; the line in the file, which others move when
/// they go, is not part of it.
public struct ListedAccount: Identifiable, Hashable, Sendable {
  /// The name as it is kept, by which the account is known.
  public let name: String
  /// How its password is hashed.
  public let scheme: PasswordScheme

  /// The name.
  public var id: String { name }

  /// Makes an entry of an account.
  public init(_ account: Account) { (name, scheme) = (account.name, account.scheme) }
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
      try store.list().map(ListedAccount.init)
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
