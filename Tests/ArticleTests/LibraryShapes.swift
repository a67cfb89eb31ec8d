import Combine
import Foundation
import Testing

/// The parts of Combine that four kinds of libraries are built on, each in a small program of the
/// same shape: request publishers, feature flags, injected schedulers, a kit for services.
@Suite("Libraries written for Combine: their shapes")
struct LibraryShapes {
  struct RequestError: Error, Equatable { var code: Int }

  struct Reply<Value: Sendable>: Sendable {
    var result: Result<Value, RequestError>
  }

  /// A request that runs when its publisher is asked for a value.
  final class Request: @unchecked Sendable {
    private(set) var isCancelled = false
    private var start: () -> Void = {}

    func onReply(on queue: DispatchQueue, _ reply: @escaping @Sendable (Reply<Int>) -> Void) -> Self
    {
      start = { queue.async { reply(Reply(result: .success(42))) } }
      return self
    }

    func resume() { start() }
    func cancel() { isCancelled = true }
  }

  struct ReplyPublisher: Publisher {
    typealias Output = Reply<Int>
    typealias Failure = Never

    let request: Request
    let queue: DispatchQueue

    func receive<S>(subscriber: S)
    where S: Subscriber, S.Input == Reply<Int>, S.Failure == Never {
      subscriber.receive(subscription: Inner(subscriber, request, queue))
    }

    func result() -> AnyPublisher<Result<Int, RequestError>, Never> {
      map(\.result).eraseToAnyPublisher()
    }

    func value() -> AnyPublisher<Int, RequestError> {
      setFailureType(to: RequestError.self).flatMap(\.result.publisher).eraseToAnyPublisher()
    }

    private final class Inner<Downstream: Subscriber>: Subscription, @unchecked Sendable
    where Downstream.Input == Reply<Int>, Downstream.Failure == Never {
      private let lock = NSLock()
      private var downstream: Downstream?
      private let request: Request
      private let queue: DispatchQueue

      init(_ downstream: Downstream, _ request: Request, _ queue: DispatchQueue) {
        (self.downstream, self.request, self.queue) = (downstream, request, queue)
      }

      private func take() -> Downstream? { lock.withLock { downstream.take() } }

      func request(_ demand: Subscribers.Demand) {
        assert(demand > 0)
        guard let downstream = take() else { return }
        nonisolated(unsafe) let pass = { (reply: Reply<Int>) in
          _ = downstream.receive(reply)
          downstream.receive(completion: .finished)
        }
        request.onReply(on: queue) { pass($0) }.resume()
      }

      func cancel() {
        request.cancel()
        _ = take()
      }
    }
  }

  @Test("a request's publisher replies on its queue, as a result or as a value that may fail")
  func requests() async throws {
    let publisher = ReplyPublisher(request: Request(), queue: DispatchQueue(label: "replies"))
    var values: [Int] = []
    for try await value in publisher.value().values { values.append(value) }
    for await result in publisher.result().values { values.append(try result.get()) }
    #expect(values == [42, 42])
  }

  @Test("a request is cancelled with its subscription")
  func cancelling() {
    let request = Request()
    let publisher = ReplyPublisher(request: request, queue: .global())
    publisher.prefix(0).sink { _ in }.cancel()
    #expect(request.isCancelled)
  }

  /// Flags that are looked up in sources, of which each may publish what has changed.
  final class Flags {
    enum Change { case all, some(Set<String>) }

    final class Source {
      private var values: [String: Bool] = [:]
      private let changed = PassthroughSubject<Set<String>, Never>()
      var changes: AnyPublisher<Set<String>, Never>? { changed.eraseToAnyPublisher() }

      subscript(key: String) -> Bool? {
        get { values[key] }
        set {
          values[key] = newValue
          changed.send([key])
        }
      }
    }

    @Published var sources: [Source]

    init(_ sources: [Source]) { self.sources = sources }

    func value(of key: String) -> Bool { sources.lazy.compactMap { $0[key] }.first ?? false }

    private(set) lazy var changes: AnyPublisher<Change, Never> =
      $sources
      .map { sources in
        Publishers.MergeMany(sources.compactMap(\.changes))
          .map(Change.some)
          .prepend(.all)
      }
      .switchToLatest()
      .share()
      .eraseToAnyPublisher()

    func publisher(for key: String) -> some Publisher<Bool, Never> {
      changes
        .filter { if case .some(let keys) = $0 { keys.contains(key) } else { true } }
        .map { [unowned self] _ in value(of: key) }
        .removeDuplicates()
        .multicast { CurrentValueSubject(self.value(of: key)) }
        .autoconnect()
    }
  }

  @Test("a flag publishes what it is in the sources of the moment")
  func flags() {
    let (local, remote) = (Flags.Source(), Flags.Source())
    let flags = Flags([remote])
    var seen: [Bool] = []
    let cancellable = flags.publisher(for: "beta").removeDuplicates().sink { seen.append($0) }
    remote["beta"] = true
    remote["other"] = true
    flags.sources = [local, remote]
    local["beta"] = false
    #expect(seen == [false, true, false])
    cancellable.cancel()
  }

  /// A kit for services: requests are values, a session turns them into models.
  struct Kit {
    var load: (URLRequest) -> AnyPublisher<(data: Data, response: HTTPURLResponse), URLError>

    func model<Model: Decodable>(
      _ type: Model.Type, at url: URL, retries: Int = 0, on queue: DispatchQueue
    ) -> AnyPublisher<Model, any Error> {
      load(URLRequest(url: url))
        .retry(retries)
        .tryMap { data, response in
          guard 200..<300 ~= response.statusCode else {
            throw RequestError(code: response.statusCode)
          }
          return data
        }
        .decode(type: Model.self, decoder: JSONDecoder())
        .receive(on: queue)
        .eraseToAnyPublisher()
    }
  }

  struct User: Decodable, Equatable { var name: String }

  @Test(
    "a kit retries, checks the status, decodes and comes back on a queue", arguments: [200, 500])
  func kit(status: Int) async {
    nonisolated(unsafe) var count = 0
    let kit = Kit { request in
      Deferred { () -> AnyPublisher<(data: Data, response: HTTPURLResponse), URLError> in
        count += 1
        guard count > 1, let url = request.url,
          let response = HTTPURLResponse(
            url: url, statusCode: status, httpVersion: nil, headerFields: nil)
        else { return Fail(error: URLError(.timedOut)).eraseToAnyPublisher() }
        return Just((data: Data(#"{"name": "Ann"}"#.utf8), response: response))
          .setFailureType(to: URLError.self).eraseToAnyPublisher()
      }
      .eraseToAnyPublisher()
    }
    let users = kit.model(
      User.self, at: URL(string: "http://localhost/1")!, retries: 1, on: DispatchQueue(label: "kit")
    )
    do {
      for try await user in users.values { #expect(user == User(name: "Ann") && status == 200) }
    } catch {
      #expect(error as? RequestError == RequestError(code: 500) && status == 500)
    }
    #expect(count == 2)
  }
}
