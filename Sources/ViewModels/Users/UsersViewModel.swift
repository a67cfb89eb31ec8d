import Reactive
import ReactiveExtras

/// Signing in, and then the users: two typed texts, and a list that is fetched.
///
///     let model = UsersViewModel(directory: .accounts(in: store))
///     (model.username, model.password) = ("ann", password)
///     model.signIn()
///     model.state.value?.users  // nil while `isLoading`, then the users
///
/// The password is forgotten as soon as it was accepted or refused; if the store has no answer it
/// stays, so that ``signIn()`` can be tried again.
@MainActor
public final class UsersViewModel: ObservableObject {
  /// The typed name.
  @Published public var username = ""
  /// The typed password.
  @Published public var password = ""
  /// The users, as far as they are there, and the error.
  @Published public private(set) var state = Resource<UserList>.idle

  /// A field that has to be filled in before signing in.
  public enum Field: CaseIterable, Sendable {
    /// The name.
    case username
    /// The password.
    case password
  }

  /// The content of the next request, apart from the model, which the resource must not keep.
  private final class Request {
    var credentials = Credentials(username: "", password: "")
    /// The session of the signed-in user: with it, the list is fetched without another sign-in.
    var session: Session?
  }

  private let request: Request
  private let resource: ResourceViewModel<UserList>
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a model without a signed-in user.
  ///
  /// - Parameters:
  ///   - directory: The sign-in, and the source of the users.
  ///   - scheduler: The scheduler that measures time and delivers answers. It has to run its work
  ///     on the main thread.
  ///   - logger: The logger that gets each failure, where it occurs.
  public init(
    directory: UserDirectory, scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main,
    logger: any ErrorLogger = SilentErrorLogger()
  ) {
    let request = Request()
    self.request = request
    resource = ResourceViewModel(scheduler: scheduler, logger: logger) {
      if let session = request.session { return directory.users(for: session) }
      return directory.users(for: request.credentials)
    }
    resource.$state.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
  }

  /// True if a user has signed in, so that there are users to show.
  public var isSignedIn: Bool { state.value != nil }

  /// True while an answer is awaited.
  public var isLoading: Bool { state.isLoading }

  /// The reason why there is no answer, or an old one; nil if nothing is wrong.
  public var message: String? { state.message }

  /// Checks the name and the password, and then fetches the users.
  ///
  /// A second call while one is under way is ignored.
  ///
  /// - Returns: The field to fill in first; nil if none is empty.
  @discardableResult public func signIn() -> Field? {
    if isLoading || isSignedIn { return nil }
    if username.isEmpty { return .username }
    if password.isEmpty { return .password }
    request.credentials = Credentials(username: username, password: password)
    resource.load()
    return nil
  }

  /// Fetches the users anew; the present ones stay meanwhile, and if it fails.
  public func reload() {
    if isSignedIn { resource.load() }
  }

  /// Fetches the users anew because the store has changed: what is under way may be too old.
  public func followChange() {
    if isSignedIn { resource.reload() }
  }

  /// Gives up the try that is under way.
  public func cancel() { resource.cancel() }

  /// Forgets the users and the session.
  public func signOut() {
    forgetPassword()
    request.session = nil
    resource.reset()
  }

  /// Forgets the typed password, as far as a `String` can be forgotten.
  public func forgetPassword() {
    if !password.isEmpty { password = "" }
    request.credentials.password = ""
  }

  private func follow(_ next: Resource<UserList>) {
    state = next
    switch next {
    case .loaded(let fetched):
      request.session = fetched.value.session
      forgetPassword()
    case .failed(let error, _):
      if error as? UsersError == .refused { forgetPassword() }
    case .idle, .loading: break
    }
  }
}
