import Dispatch
import Fetching
import Reactive
import ReactiveExtras

/// A service's value for users who sign in with a name and a password.
///
///     let users = SignedInResource(
///       HTTPRequest("https://example.org/users"),
///       signIn: TokenSignIn(url: "https://example.org/login"), over: transport
///     ) { answer in try User.all(inJSON: answer.body) }
///
/// Nothing is fetched, or shown from the disk, before the service has accepted both. When the token
/// expires it signs in once more with the same name and password, kept in memory for that.
public final class SignedInResource<Value> {
  private let make: (UserCredentials) -> (AuthorizedTransport, RemoteResource<Value>)
  /// The resource of the user who has signed in last.
  private let current = Locked<Handover?>(nil)

  /// Unchecked, because it is made by one request and used by the next, under a lock.
  private struct Handover: @unchecked Sendable { let resource: RemoteResource<Value> }

  /// Makes a resource that has requested nothing yet.
  ///
  /// - Parameters:
  ///   - request: The request, a `GET`.
  ///   - signIn: The sign-in that gets a token.
  ///   - transport: The transport for requests, which also sends the name and the password.
  ///   - cache: The responses on disk, separate for each user; nil to store none.
  ///   - background: The scheduler that reads the response on disk.
  ///   - map: Makes the value of a successful response.
  public init<Background: Scheduler>(
    _ request: HTTPRequest, signIn: TokenSignIn, over transport: any Transport,
    cache: ResponseCache? = nil, background: Background = DispatchQueue.global(qos: .userInitiated),
    map: @escaping @Sendable (HTTPResponse) throws -> Value
  ) {
    make = { credentials in
      let authorized = AuthorizedTransport(transport, for: request.url) {
        signIn.token(for: credentials, over: transport)
      }
      let resource = RemoteResource(
        request, over: authorized, cache: cache,
        scope: HTTPRequest(signIn.url).address + "\n" + credentials.username,
        background: background, map: map)
      return (authorized, resource)
    }
  }

  /// Forgets the user who has signed in, with their password and their token.
  package func signOut() {
    // Let go of outside of the lock.
    _ = current.withLock { $0.take() }
  }

  /// Makes a publisher of a try.
  ///
  /// - Parameter credentials: The name and the password to sign in with; nil to fetch the value
  ///   again for the user who has signed in. Without one it finishes without a value.
  package func arrivals(
    for credentials: UserCredentials?
  ) -> AnyPublisher<RemoteResource<Value>.Arrival, ResourceError> {
    guard let credentials else {
      guard let resource = current.withLock({ $0?.resource }) else {
        return Empty().eraseToAnyPublisher()
      }
      return resource.arrivals()
    }
    let (authorized, resource) = make(credentials)
    var handover: Handover? = Handover(resource: resource)
    // The previous one is released outside the lock.
    current.withLock { swap(&$0, &handover) }
    return authorized.signIn()
      .mapError { ResourceError.transport($0) }
      .flatMap { resource.arrivals() }
      .eraseToAnyPublisher()
  }
}
