import Reactive
import ReactiveExtras

/// A sign-in with a typed name and password, followed by fetching a value.
///
///     let model = SignInViewModel(users)
///     (model.username, model.password) = ("ann", password)
///     model.signIn()
///     model.state.value  // nil while `isLoading`, then the users
///
/// The password is forgotten here once it is accepted or refused; without a response it is kept, so
/// that ``signIn()`` can be tried again.
@MainActor public final class SignInViewModel<Value>: ObservableObject, SigningIn {
  /// The typed name.
  @Published public var username = ""
  /// The typed password.
  @Published public var password = ""
  /// The value, as far as loaded, and the error.
  @Published public private(set) var state = ResourceState<Value>.idle

  /// The content of the next request, apart from the model, which the resource must not keep.
  private final class Request {
    /// The typed texts; nil for a user who has signed in.
    var credentials: UserCredentials?
  }

  private let request: Request
  /// The value, which a program may also load and follow by itself.
  package let resource: ResourceViewModel<Value>
  private let isRefusal: (any Error) -> Bool
  private let forgetUser: () -> Void
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a model of a service's value for signed-in users, without a signed-in user.
  ///
  /// - Parameters:
  ///   - resource: The sign-in, and the value that it gives access to.
  ///   - scheduler: The scheduler that delivers responses, on the main thread.
  public convenience init(
    _ resource: SignedInResource<Value>, scheduler: some Scheduler = AnyScheduler.main
  ) {
    self.init(
      scheduler: scheduler, isRefusal: { ($0 as? ResourceError)?.isRefusedAccess == true },
      forgetUser: { resource.signOut() }, arrivals: { resource.arrivals(for: $0) })
  }

  /// Makes a model without a signed-in user.
  ///
  /// - Parameters:
  ///   - isRefusal: Returns true for an error that means a wrong name or password.
  ///   - forgetUser: Forgets the signed-in user.
  ///   - arrivals: Makes a publisher of the value for the typed name and password, or nil for the
  ///     signed-in user.
  init<Source: Publisher>(
    scheduler: some Scheduler, isRefusal: @escaping (any Error) -> Bool,
    forgetUser: @escaping () -> Void, arrivals: @escaping (UserCredentials?) -> Source
  ) where Source.Output == RemoteResource<Value>.Arrival {
    let request = Request()
    (self.request, self.isRefusal, self.forgetUser) = (request, isRefusal, forgetUser)
    resource = ResourceViewModel(scheduler: scheduler, arrivals: { arrivals(request.credentials) })
    resource.$state.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
  }

  /// True if a user has signed in and a value can be shown.
  public var isSignedIn: Bool { state.value != nil }

  /// True while a response is awaited.
  public var isLoading: Bool { state.isLoading }

  /// The reason why there is no response, or an old one; nil if nothing is wrong.
  public var message: String? { state.message }

  /// Checks the name and the password, and then fetches the value.
  ///
  /// A second call while one is running is ignored.
  ///
  /// - Returns: The field to fill in first; nil if none is empty.
  @discardableResult public func signIn() -> SignInField? {
    if isLoading || isSignedIn { return nil }
    if username.isEmpty { return .username }
    if password.isEmpty { return .password }
    request.credentials = UserCredentials(username: username, password: password)
    resource.load()
    return nil
  }

  /// Fetches the value again; the current one stays meanwhile, and after a failure.
  public func reload() { if isSignedIn { resource.load() } }

  /// Fetches the value again because it has changed: the running fetch may be too old.
  package func followChange() { if isSignedIn { resource.reload() } }

  /// Cancels the running attempt.
  public func cancel() { resource.cancel() }

  /// Forgets the value and the user, so that the next user signs in.
  public func signOut() {
    forgetPassword()
    resource.reset()
    forgetUser()
  }

  /// Forgets the typed password, as far as a `String` can be forgotten.
  public func forgetPassword() {
    if !password.isEmpty { password = "" }
    request.credentials = nil
  }

  private func follow(_ next: ResourceState<Value>) {
    state = next
    switch next {
    case .loading(last: _?), .loaded: forgetPassword()
    case .failed(let error, _): if isRefusal(error) { forgetPassword() }
    case .idle, .loading(last: nil): break
    }
  }
}
