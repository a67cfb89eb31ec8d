import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("A transport that shows a token")
struct AuthorizedTransportTests {
  private let service = Service()

  /// A service that accepts one token, and lets sign in.
  private final class Service: Sendable {
    struct State {
      var accepted = "one"
      /// The token that signing in gives next.
      var next: Result<String, TransportError> = .success("one")
      var signIns = 0
      var requests: [HTTPRequest] = []
    }
    let state = Locked(State())

    var transport: ScriptedTransport {
      ScriptedTransport { [self] request in
        state.withLock { state in
          state.requests.append(request)
          let isRight = request.headers["Authorization"] == "Bearer " + state.accepted
          return .success(HTTPResponse(status: isRight ? 200 : 401))
        }
      }
    }

    func signIn() -> AnyPublisher<AccessToken, TransportError> {
      state.withLock { state in
        state.signIns += 1
        return state.next.map { AccessToken($0)! }
      }
      .publisher.eraseToAnyPublisher()
    }

    var shown: [String?] { state.withLock { $0.requests.map { $0.headers["Authorization"] } } }
    var signIns: Int { state.withLock { $0.signIns } }
  }

  @Test("A refusal that repeats the token comes without it")
  func echo() throws {
    let transport = AuthorizedTransport(
      ScriptedTransport { _ in
        .success(
          HTTPResponse(status: 403, body: Array(#"{"message": "t0ken\#u{338} is bad"}"#.utf8)))
      }, for: "https://example.org", token: AccessToken("t0ken")
    ) { Empty().eraseToAnyPublisher() }
    var text: String?
    _ = transport.response(to: HTTPRequest("https://example.org/users"))
      .sink { _ in
      } receiveValue: {
        text = $0.text
      }
    #expect(text == "{\"message\": \"<secret>\u{338} is bad\"}")
  }

  @Test(
    "A URL that only looks like the service's gets no token",
    arguments: [
      "https://b.example/\u{338}@example.org/x", "https://b.example\\@example.org/",
      "https://example.org.b.example/", "https://example.org@b.example/", "http://example.org/",
      "https://example.org:444/", "https://example.org./", "https://b.example#@example.org/",
    ])
  func disguises(url: String) {
    let shown = Locked<[String?]>([])
    let transport = AuthorizedTransport(
      ScriptedTransport { request in
        shown.withLock { $0.append(request.headers["Authorization"]) }
        return .success(HTTPResponse(status: 200))
      }, for: "https://example.org", token: AccessToken("t0ken")
    ) { Empty().eraseToAnyPublisher() }
    _ = transport.response(to: HTTPRequest(url))
      .sink { _ in
      } receiveValue: { _ in
      }
    #expect(shown.withLock { $0 } == [nil])
  }

  private func transport(token: String? = nil) -> AuthorizedTransport {
    AuthorizedTransport(
      service.transport, for: "https://example.org/login", token: token.flatMap(AccessToken.init)
    ) { [service] in service.signIn() }
  }

  private func statuses(
    _ transport: AuthorizedTransport, _ url: String = "https://example.org/users"
  ) -> [Result<Int, TransportError>] {
    var answers: [Result<Int, TransportError>] = []
    transport.response(to: HTTPRequest(url)).callback { result in
      answers.append(result.map { $0?.status ?? 0 })
    }
    return answers
  }

  @Test("It signs in before the first request, and then shows the token")
  func first() {
    let transport = transport()
    #expect(service.signIns == 0)
    #expect(statuses(transport) == [.success(200)])
    #expect(statuses(transport) == [.success(200)])
    #expect(service.signIns == 1)
    #expect(service.shown == ["Bearer one", "Bearer one"])
  }

  @Test("A token that is not accepted any more is replaced once, and the request is repeated")
  func renewed() {
    let transport = transport(token: "old")
    #expect(statuses(transport) == [.success(200)])
    #expect(service.signIns == 1)
    #expect(service.shown == ["Bearer old", "Bearer one"])
  }

  @Test("A second refusal is the answer: there is no third try")
  func refused() {
    service.state.withLock { $0.next = .success("two") }
    #expect(statuses(transport(token: "old")) == [.success(401)])
    #expect(service.signIns == 1)
    #expect(service.shown == ["Bearer old", "Bearer two"])
  }

  @Test("A token that has just been got is not got again when it is refused")
  func freshRefused() {
    service.state.withLock { $0.next = .success("two") }
    #expect(statuses(transport()) == [.success(401)])
    #expect(service.signIns == 1)
  }

  @Test("The same token again is not tried twice")
  func same() {
    service.state.withLock { $0.next = .success("old") }
    #expect(statuses(transport(token: "old")) == [.success(401)])
    #expect(service.shown == ["Bearer old"])
  }

  @Test("Who gives up at a refusal gets a new token the next time, such as that of a changed file")
  func givenUp() {
    let transport = transport(token: "zero")
    service.state.withLock { ($0.accepted, $0.next) = ("two", .success("zero")) }
    func status() -> Int? {
      var status: Int?
      _ = transport.response(to: HTTPRequest("https://example.org/users"))
        .flatMap { answer in
          answer.isSuccess
            ? Result<Int, TransportError>.success(answer.status).publisher
            : Result.failure(.noFile("refused")).publisher
        }
        .sink { _ in
        } receiveValue: {
          status = $0
        }
      return status
    }
    #expect(status() == nil)
    service.state.withLock { $0.next = .success("two") }
    #expect(status() == 200)
    #expect(service.shown == ["Bearer zero", "Bearer zero", "Bearer two"])
  }

  @Test("A sign-in that fails is the request's failure, and the next request tries again")
  func failure() {
    let transport = transport()
    let error = TransportError.signInRefused("https://example.org/login", status: 401)
    service.state.withLock { $0.next = .failure(error) }
    #expect(statuses(transport) == [.failure(error)])
    service.state.withLock { $0.next = .success("one") }
    #expect(statuses(transport) == [.success(200)])
    #expect(service.signIns == 2)
  }

  @Test(
    "No other server, scheme or port gets the token",
    arguments: [
      "https://example.com/", "http://example.org/", "https://example.org:8443/",
      "https://example.org.evil/", "https://example.org@evil/",
    ])
  func foreign(url: String) {
    #expect(statuses(transport(token: "one"), url) == [.success(401)])
    #expect(service.shown == [nil])
    #expect(service.signIns == 0)
  }

  @Test(
    "The same server is known however it is written",
    arguments: ["HTTPS://Example.ORG/a", "https://example.org:443/a", "https://x@example.org/a"])
  func own(url: String) {
    #expect(statuses(transport(token: "one"), url) == [.success(200)])
  }

  @Test("Requests that need a token at the same time sign in once")
  func together() {
    // Used on this thread alone.
    nonisolated(unsafe) let token = ManualPublisher<AccessToken, TransportError>(letsGo: true)
    let transport = AuthorizedTransport(service.transport, for: "https://example.org") {
      token.eraseToAnyPublisher()
    }
    let probes = (0..<3).map { _ in ProbeSubscriber<HTTPResponse, TransportError>() }
    for probe in probes {
      transport.response(to: HTTPRequest("https://example.org/")).subscribe(probe)
    }
    #expect(token.connections.count == 1)
    token.connections[0].send(AccessToken("one")!)
    token.connections[0].send(completion: .finished)
    #expect(probes.map { $0.values.map(\.status) } == [[200], [200], [200]])
  }

  @Test("Cancelling the last request that waits cancels the sign-in; the next one begins anew")
  func cancel() {
    // Used on this thread alone.
    nonisolated(unsafe) let token = ManualPublisher<AccessToken, TransportError>(letsGo: true)
    let transport = AuthorizedTransport(service.transport, for: "https://example.org") {
      token.eraseToAnyPublisher()
    }
    func begin() -> AnyCancellable {
      transport.response(to: HTTPRequest("https://example.org/"))
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    }
    let (first, second) = (begin(), begin())
    first.cancel()
    #expect(token.cancelCount == 0)
    second.cancel()
    #expect(token.cancelCount == 1)
    let third = begin()
    #expect(token.connections.count == 2)
    third.cancel()
  }

  @Test(
    "A token is what can be sent in a header, without the blanks around it",
    arguments: [
      ("abc", true), (" abc\r\n", true), ("", false), ("\n", false), ("a b", false),
      ("a\nb", false), ("ä", false), ("a\u{7F}", false),
    ])
  func token(text: String, isToken: Bool) {
    #expect((AccessToken(text) != nil) == isToken)
  }

  @Test("A token is never shown")
  func hidden() {
    let token = AccessToken("hunter2")!
    for text in ["\(token)", String(reflecting: token), "\(Optional(token) as Any)"] {
      #expect(!text.contains("hunter2"))
    }
    var dumped = ""
    dump(token, to: &dumped)
    #expect(!dumped.contains("hunter2"))
  }
}
