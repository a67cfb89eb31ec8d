import Fetching
import Reactive

/// A URL that is requested again and again, each time with the tags of the version that is known.
///
/// The pauses double with each failure, up to a minute or the interval, if that is longer.
struct URLPoll<Contents> {
  /// The result of a request.
  enum Update {
    /// Other contents than before.
    case changed(Contents)
    /// The contents before a failure are there again.
    case recovered(Contents)
    case failed(StreamStoreError)
  }

  typealias Answer = Result<HTTPResponse, TransportError>

  private let first: HTTPRequest
  private let interval: Duration
  private let read: (HTTPResponse) -> Contents
  /// The server's validators of the known version.
  private var validators: Validators?
  private var known: (bytes: [UInt8], contents: Contents)?
  private var failures = 0

  /// - Parameter read: Makes contents of a response.
  init(_ request: HTTPRequest, every interval: Duration, read: @escaping (HTTPResponse) -> Contents)
  { (first, self.interval, self.read) = (request, interval, read) }

  /// The next request.
  var request: HTTPRequest {
    var request = first
    validators?.add(to: &request)
    return request
  }

  /// The time to wait before that: none before the first.
  var pause: Duration {
    if failures == 0, known == nil { return .zero }
    let longest = max(.seconds(60), interval)
    var pause = interval
    for _ in 0..<failures where pause < longest { pause = min(pause * 2, longest) }
    return pause
  }

  /// Takes a response; returns nil if nothing has changed.
  mutating func take(_ answer: Answer) -> Update? {
    let hasFailed = failures > 0
    failures += 1
    switch answer {
    case .failure(let error): return .failed(.unreachable(error))
    case .success(let response) where response.isSuccess:
      failures = 0
      validators = Validators(of: response.headers)
      guard let known, known.bytes == response.body else {
        let contents = read(response)
        known = (response.body, contents)
        return .changed(contents)
      }
      return hasFailed ? .recovered(known.contents) : nil
    case .success(let response):
      guard response.status == 304, let known else {
        let url = request.address(leadingTo: response.address)
        return .failed(.refused(url: url, status: response.status))
      }
      failures = 0
      return hasFailed ? .recovered(known.contents) : nil
    }
  }

  /// Makes a publisher of what the responses bring, on a scheduler that runs one piece of work
  /// after another; contents are read where the response comes. Never finishes.
  func updates<Context: Scheduler>(
    by transport: (any Transport)?, on scheduler: Context
  ) -> AnyPublisher<Update, Never> {
    let polls = CurrentValueSubject<URLPoll, Never>(self)
    return
      polls.map { poll in
        Just(()).delay(for: .seconds(min(poll.pause / .seconds(1), 1e9)), scheduler: scheduler)
          .flatMap { poll.fetch(by: transport) }
          .receive(on: scheduler)
      }
      .switchToLatest()
      .compactMap { poll, update in
        polls.send(poll)
        return update
      }
      .eraseToAnyPublisher()
  }

  /// Sends the next request; returns the state after it, and what it brings.
  func fetch(by transport: (any Transport)?) -> AnyPublisher<(URLPoll, Update?), Never> {
    request.answer(by: transport)
      .map { answer in
        var poll = self
        let update = poll.take(answer)
        return (poll, update)
      }
      .eraseToAnyPublisher()
  }
}

extension HTTPRequest {
  /// Makes a publisher of the one response to the request.
  func answer(
    by transport: (any Transport)?
  ) -> AnyPublisher<Result<HTTPResponse, TransportError>, Never> {
    typealias Answer = Result<HTTPResponse, TransportError>
    let unfetched = TransportError.failed(address, reason: "URLs are not fetched here")
    return (transport?.response(to: self) ?? Fail(error: unfetched).eraseToAnyPublisher())
      .map { Answer.success($0) }
      .catch { Just(Answer.failure($0)) }
      .replaceEmpty(with: .failure(.cutShort(address)))
      .first()
      .eraseToAnyPublisher()
  }

  /// Makes a request for a file of documents.
  static func streams(_ url: String) -> HTTPRequest {
    var request = HTTPRequest(url, largestBody: StreamDocumentFile.sizeLimit)
    request.headers["Accept"] = "application/json"
    return request
  }
}
