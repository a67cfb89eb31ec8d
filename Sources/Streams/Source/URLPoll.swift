import Fetching
import Reactive

/// A URL that is requested repeatedly, each time with the validators of the known version.
///
/// The pauses double with each failure, up to a minute or, if it is longer, the interval.
struct URLPoll<Contents> {
  /// The result of a request.
  enum Update {
    /// New contents.
    case changed(Contents)
    /// The same contents as before a failure.
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

  /// - Parameter read: Makes contents from a response.
  init(_ request: HTTPRequest, every interval: Duration, read: @escaping (HTTPResponse) -> Contents)
  { (first, self.interval, self.read) = (request, interval, read) }

  /// The next request.
  var request: HTTPRequest {
    var request = first
    validators?.add(to: &request)
    return request
  }

  /// The pause before the next request: none before the first.
  var pause: Duration {
    if failures == 0, known == nil { return .zero }
    let longest = max(.seconds(60), interval)
    var pause = interval
    for _ in 0..<failures where pause < longest { pause = min(pause * 2, longest) }
    return pause
  }

  /// Handles a response; returns nil if nothing has changed.
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

  /// Makes a publisher of the updates, on a serial scheduler; contents are read on the thread where
  /// the response arrives. Never finishes.
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

  /// Sends the next request; returns the state after it, and the update.
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
  /// Makes a publisher of the single response to the request.
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
