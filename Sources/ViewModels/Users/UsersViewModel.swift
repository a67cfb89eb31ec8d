import Reactive
import ReactiveExtras

/// Signing in, and then the users: two texts that are typed, and a list that is fetched.
///
///     let model = UsersViewModel(directory: .accounts(in: store))
///     (model.username, model.password) = ("ann", password)
///     model.signIn()
///     model.state.value?.users  // nil while `isLoading`, then the users
///
/// The password is forgotten as soon as it was taken or refused; when the store has no answer it
/// stays, so that ``signIn()`` can be tried again.
@MainActor
public final class UsersViewModel: ObservableObject {
  /// The name as it is typed.
  @Published public var username = ""
  /// The password as it is typed.
  @Published public var password = ""
  /// The users, as far as they are there, and what stands in their way.
  @Published public private(set) var state = Resource<UserList>.idle

  /// What is typed before one can sign in.
  public enum Field: CaseIterable, Sendable {
    /// The name.
    case username
    /// The password.
    case password
  }

  /// What the next try needs, apart from the model, which the resource must not keep.
  private final class Desk {
    var credentials = Credentials(username: "", password: "")
    /// Who has signed in: then the list is fetched without asking for the password again.
    var session: Session?
  }

  private let desk: Desk
  private let resource: ResourceViewModel<UserList>
  private var cancellables: Set<AnyCancellable> = []

  /// Makes a model that nobody has signed in to.
  ///
  /// - Parameters:
  ///   - directory: Who may see the users, and where they come from.
  ///   - scheduler: Whose clock counts and where answers arrive. It has to run its work on the main
  ///     thread.
  ///   - logger: Who learns of each failure, where it occurs.
  public init(
    directory: UserDirectory, scheduler: some Scheduler<MonotonicInstant> = AnyScheduler.main,
    logger: any ErrorLogger = SilentErrorLogger()
  ) {
    let desk = Desk()
    self.desk = desk
    resource = ResourceViewModel(scheduler: scheduler, logger: logger) {
      if let session = desk.session { return directory.users(for: session) }
      return directory.users(for: desk.credentials)
    }
    resource.$state.sink { [weak self] in self?.follow($0) }.store(in: &cancellables)
  }

  /// Whether somebody has signed in, so that there are users to show.
  public var isSignedIn: Bool { state.value != nil }

  /// Whether an answer is awaited.
  public var isLoading: Bool { state.isLoading }

  /// Why there is no answer, or an old one; nil when nothing is wrong.
  public var message: String? { state.message }

  /// Checks the name and the password, and then fetches the users.
  ///
  /// A second call while one is under way is ignored.
  ///
  /// - Returns: What has to be typed first; nil where nothing is missing.
  @discardableResult public func signIn() -> Field? {
    if isLoading || isSignedIn { return nil }
    if username.isEmpty { return .username }
    if password.isEmpty { return .password }
    desk.credentials = Credentials(username: username, password: password)
    resource.load()
    return nil
  }

  /// Fetches the users anew; those that are there stay meanwhile, and when it fails.
  public func reload() {
    if isSignedIn { resource.load() }
  }

  /// Gives up what is under way.
  public func cancel() { resource.cancel() }

  /// Forgets the users, and who has signed in.
  public func signOut() {
    forgetPassword()
    desk.session = nil
    resource.reset()
  }

  /// Forgets the password that was typed, as far as a `String` can be forgotten.
  public func forgetPassword() {
    if !password.isEmpty { password = "" }
    desk.credentials.password = ""
  }

  private func follow(_ next: Resource<UserList>) {
    state = next
    switch next {
    case .loaded(let fetched):
      desk.session = fetched.value.session
      forgetPassword()
    case .failed(let error, _):
      if error as? UsersError == .refused { forgetPassword() }
    case .idle, .loading: break
    }
  }
}
