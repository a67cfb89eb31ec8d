import Fetching
import Reactive
import ReactiveExtras

/// A transport that sends a service a token, and gets another when the service refuses it.
///
///     let service = AuthorizedTransport(transport, for: "https://example.org") {
///       signIn.token(for: credentials, over: transport)
///     }
///     service.response(to: HTTPRequest("https://example.org/users"))
///
/// Before the first request it signs in, unless it has a token. A request that is refused because
/// of its token (status 401) is sent once more with another; a second refusal is the response.
/// Requests that need a token at the same time share one sign-in. The token is sent only to the
/// service: a request to any other server, scheme or port has none.
public final class AuthorizedTransport: Transport {
  /// A function that makes a publisher of a token; each subscription signs in again.
  public typealias SignIn = @Sendable () -> AnyPublisher<AccessToken, TransportError>

  private struct State {
    var token: AccessToken?
    /// The running sign-in.
    var renewal: Renewal?
    /// The number of sign-ins so far.
    var renewals = 0
  }

  /// A sign-in for all that wait for it. Unchecked, because a shared publisher may be subscribed to
  /// from any thread.
  private struct Renewal: @unchecked Sendable {
    let number: Int
    let token: AnyPublisher<AccessToken, TransportError>
  }

  private let transport: any Transport
  private let origin: HTTPRequest.Origin?
  private let makeToken: SignIn
  private let state: Locked<State>

  /// Makes a transport that has requested nothing yet.
  ///
  /// - Parameters:
  ///   - transport: The transport that fetches.
  ///   - url: Any URL of the service.
  ///   - token: The token to begin with; nil to sign in first.
  ///   - signIn: Makes a publisher of another token.
  public init(
    _ transport: any Transport, for url: String, token: AccessToken? = nil, signIn: @escaping SignIn
  ) {
    (self.transport, makeToken) = (transport, signIn)
    origin = HTTPRequest(url).origin
    state = Locked(State(token: token))
  }

  public func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
    guard let origin, request.origin == origin else { return transport.response(to: request) }
    return Deferred { [self] () -> AnyPublisher<HTTPResponse, TransportError> in
      guard let token = state.withLock({ $0.token }) else {
        return renewed(insteadOf: nil).flatMap { self.send(request, $0) }.eraseToAnyPublisher()
      }
      return send(request, token)
        .flatMap { self.repeated(request, if: $0, with: token) }.eraseToAnyPublisher()
    }
    .eraseToAnyPublisher()
  }

  /// Makes a publisher that finishes after one value when there is a token: the existing one, or
  /// one from a sign-in.
  package func signIn() -> AnyPublisher<Void, TransportError> {
    Deferred { [self] in renewed(insteadOf: nil).map { _ in } }.eraseToAnyPublisher()
  }

  private func send(
    _ request: HTTPRequest, _ token: AccessToken
  ) -> AnyPublisher<HTTPResponse, TransportError> {
    transport.response(to: token.authorizing(request)).map { token.hidden(in: $0) }
      .eraseToAnyPublisher()
  }

  /// Sends a request again if its token was refused and another is available.
  private func repeated(
    _ request: HTTPRequest, if response: HTTPResponse, with token: AccessToken
  ) -> AnyPublisher<HTTPResponse, TransportError> {
    let unchanged = Just(response).setFailureType(to: TransportError.self).eraseToAnyPublisher()
    guard response.status == 401 else { return unchanged }
    return renewed(insteadOf: token).flatMap { $0 == token ? unchanged : self.send(request, $0) }
      .eraseToAnyPublisher()
  }

  /// Returns another token than a refused one: one that another request has received meanwhile, or
  /// that of the running or a new sign-in.
  private func renewed(insteadOf stale: AccessToken?) -> AnyPublisher<AccessToken, TransportError> {
    let (token, renewal) = state.withLock { state -> (AccessToken?, Renewal?) in
      if let token = state.token, token != stale { return (token, nil) }
      if let renewal = state.renewal { return (nil, renewal) }
      state.renewals += 1
      let renewal = makeRenewal(state.renewals)
      state.renewal = renewal
      return (nil, renewal)
    }
    if let renewal { return renewal.token }
    return token.publisher.setFailureType(to: TransportError.self).eraseToAnyPublisher()
  }

  private func makeRenewal(_ number: Int) -> Renewal {
    let makeToken = makeToken
    return Renewal(
      number: number,
      token: Deferred { makeToken() }
        .handleEvents(
          // It is over with the token: who cannot use that cancels before the end comes.
          receiveOutput: { [weak self] in self?.endRenewal(number, with: $0) },
          receiveCompletion: { [weak self] _ in self?.endRenewal(number) },
          receiveCancel: { [weak self] in self?.endRenewal(number) }
        )
        .share(replay: 1).eraseToAnyPublisher())
  }

  private func endRenewal(_ number: Int, with token: AccessToken? = nil) {
    // Let go of outside of the lock.
    let renewal = state.withLock { state -> Renewal? in
      if let token { state.token = token }
      guard state.renewal?.number == number else { return nil }
      defer { state.renewal = nil }
      return state.renewal
    }
    _ = renewal
  }
}
