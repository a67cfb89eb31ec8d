import Reactive
import ReactiveExtras

/// The validators of a response (RFC 9110, 8.8): a later request that carries them is answered with
/// status 304 as long as the response still holds.
package struct Validators: Hashable, Sendable {
  /// The entity tag.
  package var tag: String?
  /// The time of the last change, by the server's clock.
  package var date: String?

  /// Takes the validators of a response's headers.
  package init(of headers: HTTPHeaders = [:]) {
    (tag, date) = (headers["ETag"], headers["Last-Modified"])
  }

  /// Makes a request conditional.
  package func add(to request: inout HTTPRequest) {
    if let tag { request.headers["If-None-Match"] = tag }
    if let date { request.headers["If-Modified-Since"] = date }
  }
}

/// The state of requesting one URL again and again, as long as its responses change.
///
/// Each request carries the validators of the last response. The delay doubles with each failure, up
/// to a minute or, if that is longer, the interval.
package struct Polling<Value: Sendable>: Sendable {
  /// The result of one request.
  package enum Outcome: Sendable {
    /// The value of a response. It is not new if it is the known one, after failures.
    case value(Value, isNew: Bool)
    /// The known value still holds.
    case unchanged
    /// The server refuses the request.
    case refused(HTTPResponse)
    /// There is no response.
    case failed(TransportError)
  }

  private let original: HTTPRequest
  private let interval: Duration
  private let read: @Sendable (HTTPResponse) -> Value
  private var validators = Validators()
  private var known: (body: [UInt8], value: Value)?
  private var failures = 0

  /// Makes the state before the first request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - interval: The delay after a response.
  ///   - read: Makes the value of a successful response, on the thread that delivers it.
  package init(
    _ request: HTTPRequest, every interval: Duration,
    read: @escaping @Sendable (HTTPResponse) -> Value
  ) {
    (original, self.interval, self.read) = (request, interval, read)
  }

  /// The next request.
  package var request: HTTPRequest {
    var request = original
    validators.add(to: &request)
    return request
  }

  /// The delay before the next request; none before the first.
  package var delay: Duration {
    if failures == 0, known == nil { return .zero }
    let longest = max(.seconds(60), interval)
    var delay = interval
    for _ in 0..<failures where delay < longest { delay = min(delay * 2, longest) }
    return delay
  }

  /// Takes a result.
  package mutating func take(_ result: Result<HTTPResponse, TransportError>) -> Outcome {
    let hasFailed = failures > 0
    failures += 1
    switch result {
    case .failure(let error): return .failed(error)
    case .success(let response):
      guard response.isSuccess || response.status == 304 && known != nil else {
        return .refused(response)
      }
      failures = 0
      if response.isSuccess {
        validators = Validators(of: response.headers)
        if known?.body != response.body {
          let value = read(response)
          known = (response.body, value)
          return .value(value, isNew: true)
        }
      }
      guard hasFailed, let known else { return .unchanged }
      return .value(known.value, isNew: false)
    }
  }

  /// Makes a publisher of the outcome of the next request, with the state after it.
  package func next(
    by transport: any Transport
  ) -> AnyPublisher<(state: Polling, outcome: Outcome), Never> {
    transport.response(to: request)
      .map { Result<HTTPResponse, TransportError>.success($0) }
      .catch { Just(.failure($0)) }
      .replaceEmpty(with: .failure(.cutShort(request.place)))
      .first()
      .map { result in
        var state = self
        let outcome = state.take(result)
        return (state, outcome)
      }
      .eraseToAnyPublisher()
  }

  /// Makes a publisher of the outcomes of all requests, which never finishes.
  ///
  /// - Parameters:
  ///   - transport: The transport that fetches the responses.
  ///   - scheduler: The scheduler of the requests, which delivers the outcomes. It runs one piece of
  ///     work after another.
  package func outcomes<Context: Scheduler>(
    by transport: any Transport, on scheduler: Context
  ) -> AnyPublisher<Outcome, Never> {
    Deferred {
      let states = CurrentValueSubject<Polling, Never>(self)
      return states.map { state in
        Just(()).delay(
          for: .nanoseconds(MonotonicInstant.Stride(state.delay).nanoseconds), scheduler: scheduler
        )
        .flatMap { state.next(by: transport) }
        .receive(on: scheduler)
      }
      .switchToLatest()
      .map { next in
        states.send(next.state)
        return next.outcome
      }
    }
    .eraseToAnyPublisher()
  }
}
