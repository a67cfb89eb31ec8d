import Reactive
import ReactiveExtras

/// Signing in, and then the users of an account store.
///
///     let model = UsersViewModel(directory: .accounts(in: store))
///     (model.username, model.password) = ("ann", password)
///     model.signIn()
///     model.state.value?.users  // nil while `isLoading`, then the users
public typealias UsersViewModel = SignInViewModel<UserList>

extension SignInViewModel where Value == UserList {
  /// Makes a model without a signed-in user.
  ///
  /// - Parameters:
  ///   - directory: The sign-in, and the source of the users.
  ///   - scheduler: The scheduler that delivers responses. It has to run its work on the main
  ///     thread.
  public convenience init(directory: UserDirectory, scheduler: some Scheduler = AnyScheduler.main) {
    let session = Locked<UserSession?>(nil)
    self.init(
      scheduler: scheduler, isRefusal: { $0 as? UsersError == .refused },
      forgetUser: { session.withLock { $0 = nil } }
    ) { credentials -> AnyPublisher<RemoteResource<UserList>.Arrival, UsersError> in
      let users: AnyPublisher<UserList, UsersError>
      if let credentials {
        users = directory.users(for: credentials)
      } else if let known = session.withLock({ $0 }) {
        users = directory.users(for: known)
      } else {
        return Empty().eraseToAnyPublisher()
      }
      return users.map { list in
        session.withLock { $0 = list.session }
        return RemoteResource<UserList>.Arrival(list)
      }
      .eraseToAnyPublisher()
    }
  }
}
