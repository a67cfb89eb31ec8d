import Credentials
import Dispatch
import Reactive

/// The sign-in, and the list of users behind it: two steps, as functions that can be exchanged.
///
///     let directory = UserDirectory.accounts(in: store)
///     let users = directory.users(for: Credentials(username: "ann", password: password))
///
/// A list is fetched for a ``Session``, which only signing in makes.
public struct UserDirectory {
  /// Makes a publisher of the session for credentials; it fails if they are wrong.
  public var authenticate: (Credentials) -> AnyPublisher<Session, UsersError>
  /// Makes a publisher of all stored accounts.
  public var fetch: (Session) -> AnyPublisher<[Account], UsersError>

  /// Makes a directory of its two steps.
  ///
  /// - Parameters:
  ///   - authenticate: Makes a publisher of the session for credentials.
  ///   - fetch: Makes a publisher of all accounts.
  public init(
    authenticate: @escaping (Credentials) -> AnyPublisher<Session, UsersError>,
    fetch: @escaping (Session) -> AnyPublisher<[Account], UsersError>
  ) {
    (self.authenticate, self.fetch) = (authenticate, fetch)
  }

  /// Returns the users, for a user who signs in first: nothing is fetched if that fails.
  public func users(for credentials: Credentials) -> AnyPublisher<UserList, UsersError> {
    authenticate(credentials)
      .flatMap { session in users(for: session) }
      .eraseToAnyPublisher()
  }

  /// Returns the users, for a user who has signed in.
  public func users(for session: Session) -> AnyPublisher<UserList, UsersError> {
    fetch(session)
      .map { accounts in UserList(session: session, users: ListedAccount.all(accounts)) }
      .eraseToAnyPublisher()
  }
}

extension UserDirectory {
  /// The accounts of a store, for users with an account there.
  ///
  /// - Parameters:
  ///   - store: The store of the accounts.
  ///   - background: The scheduler that asks the store, once for each subscription; it may be
  ///     concurrent.
  public static func accounts(
    in store: any AccountStore,
    background: some Scheduler = DispatchQueue.global(qos: .userInitiated)
  ) -> UserDirectory {
    UserDirectory { credentials in
      work(on: background) { () throws(AccountError) in
        try store.verify(credentials.username, password: credentials.password)
      }
      .flatMap { isRight -> AnyPublisher<Session, UsersError> in
        guard isRight else { return Fail(error: .refused).eraseToAnyPublisher() }
        return Just(Session(username: credentials.username))
          .setFailureType(to: UsersError.self).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
    } fetch: { _ in
      work(on: background) { () throws(AccountError) in try store.list() }
        .flatMap { accounts -> AnyPublisher<[Account], UsersError> in
          // A missing file is no empty list: the signed-in user was in it.
          if accounts.isEmpty { return Fail(error: .empty).eraseToAnyPublisher() }
          return Just(accounts).setFailureType(to: UsersError.self).eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }
  }

  /// Returns the store's answer, requested anew for each subscription.
  private static func work<Value>(
    on background: some Scheduler, _ ask: @escaping () throws(AccountError) -> Value
  ) -> AnyPublisher<Value, UsersError> {
    Deferred {
      Future<Value, UsersError> { promise in
        do throws(AccountError) {
          promise(.success(try ask()))
        } catch {
          promise(.failure(.store(error)))
        }
      }
    }
    .subscribe(on: background)
    .eraseToAnyPublisher()
  }
}
