import Foundation
import Reactive
import ReactiveNetworking
import TestSupport
import Testing

@Suite("Publisher of a data task", .mostlyWaiting)
struct DataTaskTests {
  typealias Probe = ProbeSubscriber<URLSession.DataTaskPublisher.Output, URLError>

  let session: URLSession

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    // What is slow here is the machine, not the server.
    configuration.timeoutIntervalForRequest = 3600
    session = URLSession(configuration: configuration)
  }

  /// Gives a server to a body, and stops it afterwards.
  private func withServer(
    _ answer: @escaping @Sendable (LoopbackHTTPServer.Request) -> LoopbackHTTPServer.Answer,
    _ body: (LoopbackHTTPServer) async throws -> Void
  ) async throws {
    let server = LoopbackHTTPServer(answer: answer)
    try await body(server)
    withExtendedLifetime(server) {}
  }

  /// Every event of a publisher, in a word each, up to its completion.
  private func log(_ publisher: URLSession.DataTaskPublisher) async -> [String] {
    let words = Locked<[String]>([])
    let (ended, onEnd) = AsyncStream.makeStream(of: Void.self)
    let cancellable = publisher.sink(
      receiveCompletion: { completion in
        switch completion {
        case .finished: words.withLock { $0.append("finished") }
        case .failure(let error): words.withLock { $0.append("failure \(error.code.rawValue)") }
        }
        onEnd.finish()
      },
      receiveValue: { data, response in
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        words.withLock { $0.append("\(status) \(String(decoding: data, as: UTF8.self))") }
      })
    for await _ in ended {}
    cancellable.cancel()
    return words.withLock { $0 }
  }

  @Test("sends the answer, and finishes")
  func answer() async throws {
    try await withServer({ .page("you said \($0.method) \($0.target)") }) { server in
      let url = server.page("/a?b=1")
      #expect(
        await log(session.dataTaskPublisher(for: url)) == [
          "200 you said GET /a?b=1", "finished",
        ])
      var request = URLRequest(url: server.page("/c"))
      request.httpMethod = "DELETE"
      let publisher = session.dataTaskPublisher(for: request)
      #expect(publisher.request == request)
      #expect(publisher.session === session)
      #expect(await log(publisher) == ["200 you said DELETE /c", "finished"])
    }
  }

  @Test("an answer that says no is a value, too")
  func notFound() async throws {
    try await withServer({ _ in .page("", status: 404) }) { server in
      #expect(await log(session.dataTaskPublisher(for: server.page())) == ["404 ", "finished"])
    }
  }

  @Test("a long answer comes in one piece")
  func long() async throws {
    let text = String(repeating: "0123456789", count: 30_000)
    try await withServer({ _ in .page(text) }) { server in
      #expect(
        await log(session.dataTaskPublisher(for: server.page())) == ["200 \(text)", "finished"])
    }
  }

  @Test("a refused connection is a failure that says so")
  func refused() async {
    let url = URL(string: "http://127.0.0.1:\(LoopbackListener.refusingPort())/")!
    let code = URLError.Code.cannotConnectToHost.rawValue
    #expect(await log(session.dataTaskPublisher(for: url)) == ["failure \(code)"])
  }

  @Test("a connection that ends before the answer is a failure")
  func cutOff() async throws {
    try await withServer({ _ in .bytes([]) }) { server in
      let words = await log(session.dataTaskPublisher(for: server.page()))
      #expect(words.count == 1)
      #expect(words.first?.hasPrefix("failure") == true)
    }
  }

  @Test("each subscriber has a task of its own, and none before it asks; asking again adds none")
  func tasks() async throws {
    try await withServer({ .page($0.target) }) { server in
      let publisher = session.dataTaskPublisher(for: server.page("/each"))
      let idle = Probe(demand: .none, keeping: .forever)
      publisher.subscribe(idle)
      var events = server.events.makeAsyncIterator()
      for _ in 0..<2 {
        let subscriber = Probe(demand: .none, keeping: .forever)
        let (ended, onEnd) = AsyncStream.makeStream(of: Void.self)
        subscriber.onCompletion = { onEnd.finish() }
        publisher.subscribe(subscriber)
        subscriber.request(.max(1))
        subscriber.request(.unlimited)
        for await _ in ended {}
        #expect(subscriber.values.count == 1)
        #expect(subscriber.log.last == "finished")
        #expect(await events.next() == "request")
      }
      // Had the idle one or a second request made a task, its request would be here, too.
      _ = await log(session.dataTaskPublisher(for: server.page("/last")))
      #expect(server.requests.map(\.target) == ["/each", "/each", "/last"])
      #expect(idle.log == ["subscription"])
      idle.cancel()
    }
  }

  @Test("a cancel ends the task, and nothing comes after it")
  func cancel() async throws {
    try await withServer({ _ in .silence }) { server in
      let subscriber = Probe(demand: .none, keeping: .forever)
      session.dataTaskPublisher(for: server.page("/never")).subscribe(subscriber)
      subscriber.request(.max(1))
      var events = server.events.makeAsyncIterator()
      #expect(await events.next() == "request")
      subscriber.cancel()
      #expect(await events.next() == "hung up")
      #expect(subscriber.log == ["subscription"])
    }
  }

  @Test("a cancel that meets the task's own end ends nothing twice, nor the program")
  func cancelAtTheEnd() async {
    let url = URL(string: "http://127.0.0.1:\(LoopbackListener.refusingPort())/")!
    for turn in 0..<400 {
      let cancellable = session.dataTaskPublisher(for: url).sink(
        receiveCompletion: { _ in }, receiveValue: { _ in })
      // From before the refusal to after it; how long it takes differs from machine to machine.
      let until = DispatchTime.now() + .microseconds(turn * 5)
      while DispatchTime.now() < until {}
      cancellable.cancel()
    }
  }

  #if canImport(FoundationNetworking)
    // The program is stopped if it does.
    @Test(
      "a cancel that waits for the cache meets the task's own end, and ends nothing twice",
      .untilStandstill)
    func cancelBeforeCache() async throws {
      let cache = AskedCache(memoryCapacity: 0, diskCapacity: 0, diskPath: nil)
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = cache
      configuration.protocolClasses = [RefusingProtocol.self]
      let session = URLSession(configuration: configuration)
      for _ in 0..<10 {
        let (released, onRelease) = AsyncStream.makeStream(of: Void.self)
        RefusingProtocol.onRelease.withLock { $0 = onRelease }
        let cancellable = session.dataTaskPublisher(for: URL(string: "http://refused/")!).sink(
          receiveCompletion: { _ in }, receiveValue: { _ in })
        let question = try #require(cache.question.withLock { $0.take() })
        // All of it waits for the cache, too, and so lies between the beginning and the cancel.
        for _ in 0..<3_000 {
          question.task.suspend()
          question.task.resume()
        }
        cancellable.cancel()
        question.answer(nil)
        for await _ in released {}
      }
    }
  #endif

  @Test("a cancel before the first request leaves no task to make, and frees the subscriber")
  func cancelBefore() async throws {
    try await withServer({ .page($0.target) }) { server in
      weak var freed: Probe?
      var subscription: (any Subscription)?
      do {
        let subscriber = Probe(demand: .none, keeping: .forever)
        freed = subscriber
        session.dataTaskPublisher(for: server.page("/unwanted")).subscribe(subscriber)
        subscription = subscriber.subscription
        #expect(subscription.map { "\($0)" } == "DataTaskPublisher")
        subscriber.cancel()
      }
      #expect(freed == nil)
      subscription?.request(.max(1))
      _ = await log(session.dataTaskPublisher(for: server.page("/last")))
      #expect(server.requests.map(\.target) == ["/last"])
    }
  }

  @Test("a task that waits for the answer gets it")
  func values() async throws {
    try await withServer({ _ in .page("[1, 2, 3]") }) { server in
      let numbers = session.dataTaskPublisher(for: server.page()).map(\.data)
        .decode(type: [Int].self, decoder: JSONDecoder())
      for try await list in numbers.values { #expect(list == [1, 2, 3]) }
    }
  }
}

extension LoopbackHTTPServer {
  /// The URL of a path here.
  fileprivate func page(_ path: String = "/") -> URL { URL(string: url(path))! }
}

#if canImport(FoundationNetworking)
  /// A cache that leaves its answers to the test.
  private final class AskedCache: URLCache, @unchecked Sendable {
    // Both are Sendable because nothing changes here but what is locked.
    struct Question: @unchecked Sendable {
      let task: URLSessionDataTask
      let answer: (CachedURLResponse?) -> Void
    }

    let question = Locked<Question?>(nil)

    override func getCachedResponse(
      for dataTask: URLSessionDataTask, completionHandler: @escaping (CachedURLResponse?) -> Void
    ) { question.withLock { $0 = Question(task: dataTask, answer: completionHandler) } }
  }

  /// Fails every request as soon as it begins.
  private final class RefusingProtocol: URLProtocol {
    /// Finished when the next one is freed.
    static let onRelease = Locked<AsyncStream<Void>.Continuation?>(nil)
    private var hasFailed = false

    deinit { Self.onRelease.withLock { $0.take() }?.finish() }

    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      if hasFailed { return }
      hasFailed = true
      client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
    }

    override func stopLoading() {}
  }
#endif
