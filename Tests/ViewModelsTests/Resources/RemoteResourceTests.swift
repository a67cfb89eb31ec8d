import Dispatch
import Fetching
import Reactive
import ReactiveExtras
import Synchronization
import TestSupport
import Testing
import ViewModels

@Suite("What a service answers with") @MainActor
struct RemoteResourceTests {
  private let clock = VirtualTimeScheduler()
  private let folder = ScratchFolder()
  private let service = Service()
  /// Answers only when a test lets it.
  private let held = ManualPublisher<HTTPResponse, TransportError>(letsGo: true)

  /// A service that has one text, and knows its tag.
  private final class Service: Sendable {
    struct State {
      var text = "ann"
      var tag: String? = "\"1\""
      var status = 200
      var headers: HTTPHeaders = [:]
      var failure: TransportError?
      var requests: [HTTPRequest] = []
    }
    let state = Locked(State())

    var transport: ScriptedTransport {
      ScriptedTransport { [self] request in
        state.withLock { state in
          state.requests.append(request)
          if let failure = state.failure { return .failure(failure) }
          if let tag = state.tag, request.headers["If-None-Match"] == tag {
            return .success(HTTPResponse(status: 304, headers: ["ETag": tag]))
          }
          var headers = state.headers
          if let tag = state.tag { headers["ETag"] = tag }
          return .success(
            HTTPResponse(status: state.status, headers: headers, body: Array(state.text.utf8)))
        }
      }
    }

    /// The tags that requests have shown.
    var tags: [String?] { state.withLock { $0.requests.map { $0.headers["If-None-Match"] } } }
  }

  private struct NotText: Error, CustomStringConvertible { let description = "it is empty." }

  private final class WallClock: Sendable {
    let time = Atomic(1_700_000_000_000)
  }

  private let wall = WallClock()

  private var cache: ResponseCache {
    ResponseCache(
      folder: folder.file("answers"),
      millisecondsSince1970: { [wall] in wall.time.load(ordering: .relaxed) })
  }

  private func resource(
    cache: ResponseCache? = nil, over transport: (any Transport)? = nil
  ) -> RemoteResource<String> {
    RemoteResource(
      HTTPRequest("https://example.org/users?key=secret"), over: transport ?? service.transport,
      cache: cache, background: clock
    ) { answer in
      if answer.body.isEmpty { throw NotText() }
      return answer.text
    }
  }

  private func model(_ resource: RemoteResource<String>) -> ResourceViewModel<String> {
    ResourceViewModel(resource, scheduler: clock)
  }

  private func load(_ model: ResourceViewModel<String>) {
    model.load()
    clock.run()
  }

  @Test("An answer becomes a value of the program's own")
  func map() {
    let model = model(resource())
    load(model)
    #expect(model.state.value == "ann")
    #expect(!model.state.isLoading)
  }

  @Test("An answer with a tag is asked for only if it has changed; one that holds is new again")
  func tag() throws {
    let model = model(resource())
    load(model)
    let first = try #require(model.state.fetched)
    clock.advance(by: .seconds(60))
    #expect(first.age(at: clock.now) == .seconds(60))
    load(model)
    #expect(service.tags == [nil, "\"1\""])
    #expect(model.state.value == "ann")
    #expect(model.state.fetched?.age(at: clock.now) == .zero)
    service.state.withLock { ($0.text, $0.tag) = ("bea", "\"2\"") }
    load(model)
    #expect(model.state.value == "bea")
    load(model)
    #expect(service.tags.last == "\"2\"")
  }

  @Test("Without a tag the date of the last change is shown to the service")
  func lastModified() {
    let date = "Wed, 21 Oct 2026 07:28:00 GMT"
    service.state.withLock { ($0.tag, $0.headers["Last-Modified"]) = (nil, date) }
    let model = model(resource())
    load(model)
    load(model)
    let last = service.state.withLock { $0.requests.last }
    #expect(last?.headers["If-Modified-Since"] == date)
    #expect(last?.headers["If-None-Match"] == nil)
  }

  @Test("The answer on disk is shown with its age while the service is asked, and after that fails")
  func disk() throws {
    load(model(resource(cache: cache)))
    wall.time.add(180_000, ordering: .relaxed)

    // Used on this thread alone.
    nonisolated(unsafe) let held = held
    let transport = ScriptedTransport(publisher: { _ in held.eraseToAnyPublisher() })
    let model = model(resource(cache: cache, over: transport))
    model.load()
    clock.run()
    #expect(model.state.isLoading)
    #expect(model.state.value == "ann")
    #expect(model.state.fetched?.age(at: clock.now) == .seconds(180))
    held.connections.last?.send(completion: .failure(.cutShort("https://example.org/users")))
    clock.run()
    #expect(model.state.value == "ann")
    #expect(model.state.fetched?.age(at: clock.now) == .seconds(180))
    let error = try #require(model.state.error as? ResourceError)
    #expect(error == .transport(.cutShort("https://example.org/users")))
  }

  @Test("An answer on disk that still holds is as new as the service's word, there and here")
  func confirmed() {
    load(model(resource(cache: cache)))
    wall.time.add(180_000, ordering: .relaxed)
    let model = model(resource(cache: cache))
    load(model)
    #expect(service.tags == [nil, "\"1\""])
    #expect(model.state.fetched?.age(at: clock.now) == .zero)
    let key = ResponseCache.Key(url: "https://example.org/users?key=secret")
    #expect(cache.entry(for: key)?.age == .zero)
  }

  @Test("An answer on disk that no value can be made of is none")
  func unreadableOnDisk() throws {
    let key = ResponseCache.Key(url: "https://example.org/users?key=secret")
    try cache.keep(HTTPResponse(status: 200, headers: ["ETag": "\"1\""]), as: key)
    let model = model(resource(cache: cache))
    load(model)
    #expect(service.tags == [nil])
    #expect(model.state.value == "ann")
  }

  @Test("What no value could be made of is not kept, and the error says why")
  func unreadable() throws {
    service.state.withLock { $0.text = "" }
    let model = model(resource(cache: cache))
    load(model)
    let error = try #require(model.state.error as? ResourceError)
    #expect(error == .unreadable("https://example.org/users", reason: "it is empty."))
    #expect(
      "\(error)" == "The response from https://example.org/users cannot be used: it is empty.")
    #expect(folder.names == [])
  }

  @Test("A cache that cannot be written keeps nobody from the value")
  func unwritable() {
    folder.write("answers", [])
    let model = model(resource(cache: cache))
    load(model)
    #expect(model.state.value == "ann")
  }

  @Test(
    "A refusal is an error with its status, and a sentence without what is secret",
    arguments: [
      (401, "does not accept the sign-in (status 401). Check the token or the password."),
      (403, "does not show this to the signed-in user (status 403). Ask its administrator."),
      (429, "is busy (status 429). Try again in 30 seconds."),
      (500, "reports a server error (status 500). Try again later."),
      (418, "refuses the request (status 418). Check the address."),
      (304, "redirects (status 304). Check the address."),
    ])
  func refused(status: Int, sentence: String) {
    service.state.withLock {
      ($0.status, $0.tag) = (status, nil)
      if status == 429 { $0.headers["Retry-After"] = "30" }
    }
    let model = model(resource())
    load(model)
    #expect(model.state.message == "https://example.org/users " + sentence)
    guard case .refused(_, status, _, _)? = model.state.error as? ResourceError else {
      return #expect(Bool(false), "\(model.state)")
    }
  }

  @Test("A try that was cancelled, or overtaken, never delivers its answer")
  func stale() {
    // Used on this thread alone.
    nonisolated(unsafe) let held = held
    let model = model(
      resource(over: ScriptedTransport(publisher: { _ in held.eraseToAnyPublisher() })))
    model.load()
    clock.run()
    model.reload()
    clock.run()
    held.connections.first?.send(HTTPResponse(status: 200, body: Array("old".utf8)))
    clock.run()
    #expect(model.state.isLoading && model.state.value == nil)
    held.connections.last?.send(HTTPResponse(status: 200, body: Array("new".utf8)))
    held.connections.last?.send(completion: .finished)
    clock.run()
    #expect(model.state.value == "new")
    model.reload()
    clock.run()
    model.cancel()
    held.connections.last?.send(HTTPResponse(status: 200, body: Array("late".utf8)))
    clock.run()
    #expect(model.state.value == "new" && !model.state.isLoading)
  }

  @Test("A resource may be delivered on the main queue, with the time of the machine's clock")
  func mainQueue() async {
    let model = ResourceViewModel(resource(), scheduler: DispatchQueue.main)
    let before = MonotonicInstant.now
    model.load()
    clock.run()
    for await state in model.$state.values where !state.isLoading {
      #expect(state.value == "ann")
      #expect(state.fetched.map { $0.date >= before && $0.date <= .now } == true)
      break
    }
  }

  @Test("curl and a real server: a tag is shown, and 304 keeps the value")
  func loopback() async throws {
    let server = LoopbackHTTPServer { request in
      request.headers["if-none-match"] == "\"7\""
        ? .notModified(tag: "\"7\"") : .page("ann", tag: "\"7\"")
    }
    let resource = RemoteResource(
      HTTPRequest(server.url("/users")), over: CurlTransport(), cache: cache
    ) { $0.text }
    let first = await resource.arrivals().outcome()
    #expect(try first?.get() == RemoteResource.Arrival("ann"))
    let second = await resource.arrivals().outcome()
    #expect(try second?.get() == RemoteResource.Arrival("ann"))
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"7\""])
  }
}
