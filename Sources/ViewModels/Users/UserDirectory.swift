import Dispatch
import Reactive

/// The sign-in, and the list of users that it opens: two steps, as functions that can be replaced.
///
///     let directory = UserDirectory.accounts(in: store)
///     let users = directory.users(for: UserCredentials(username: "ann", password: password))
///
/// A list is fetched for a ``UserSession``, which only signing in makes.
public struct UserDirectory {
  /// Makes a publisher of the session for credentials; it fails if they are wrong.
  package var authenticate: (UserCredentials) -> AnyPublisher<UserSession, UsersError>
  /// Makes a publisher of all stored accounts.
  package var fetch: (UserSession) -> AnyPublisher<[Account], UsersError>

  /// Makes a directory of its two steps.
  ///
  /// - Parameters:
  ///   - authenticate: Makes a publisher of the session for credentials.
  ///   - fetch: Makes a publisher of all accounts.
  public init(
    authenticate: @escaping (UserCredentials) -> AnyPublisher<UserSession, UsersError>,
    fetch: @escaping (UserSession) -> AnyPublisher<[Account], UsersError>
  ) { (self.authenticate, self.fetch) = (authenticate, fetch) }

  /// Returns the users, for a user who signs in first: nothing is fetched if that fails.
  public func users(for credentials: UserCredentials) -> AnyPublisher<UserList, UsersError> {
    authenticate(credentials)
      .flatMap { session in users(for: session) }
      .eraseToAnyPublisher()
  }

  /// Returns the users, for a user who has signed in.
  package func users(for session: UserSession) -> AnyPublisher<UserList, UsersError> {
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
      } value: { isRight in
        isRight ? .success(UserSession(username: credentials.username)) : .failure(.refused)
      }
    } fetch: { _ in
      // A missing file is not an empty list: the signed-in user was in it.
      work(on: background) { () throws(AccountError) in
        try store.list()
      } value: { accounts in
        accounts.isEmpty ? .failure(.empty) : .success(accounts)
      }
    }
  }

  /// Returns a value of the store's response, requested again for each subscription.
  private static func work<Answer, Value>(
    on background: some Scheduler, _ ask: @escaping () throws(AccountError) -> Answer,
    value: @escaping (Answer) -> Result<Value, UsersError>
  ) -> AnyPublisher<Value, UsersError> {
    Deferred {
      Future { promise in
        let answer = Result { () throws(AccountError) in try ask() }
        promise(answer.mapError { .store($0) }.flatMap(value))
      }
    }
    .subscribe(on: background)
    .eraseToAnyPublisher()
  }
}
