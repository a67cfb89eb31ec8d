import Fetching
import Reactive
import ReactiveExtras
import Testing

@Suite("Requesting a URL again and again")
struct PollingTests {
  private let time = VirtualTimeScheduler()

  private final class Script: Transport, @unchecked Sendable {
    // Sendable because a test has one thread.
    var results: [Result<HTTPResponse, TransportError>] = []
    var requests: [HTTPRequest] = []

    func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
      Deferred {
        self.requests.append(request)
        return (self.results.count > 1 ? self.results.removeFirst() : self.results[0]).publisher
      }.eraseToAnyPublisher()
    }
  }

  private func log(_ results: [Result<HTTPResponse, TransportError>], for duration: Duration)
    -> (outcomes: [String], requests: [HTTPRequest])
  {
    let script = Script()
    script.results = results
    var outcomes: [String] = []
    let polling = Polling(HTTPRequest("https://example.org/a"), every: .seconds(1)) { $0.text }
    let subscription = polling.outcomes(by: script, on: time).sink { outcome in
      switch outcome {
      case .value(let text, let isNew): outcomes.append(isNew ? text : "again \(text)")
      case .unchanged: outcomes.append("=")
      case .refused(let response): outcomes.append("\(response.status)")
      case .failed: outcomes.append("failed")
      }
    }
    time.advance(by: MonotonicInstant.Stride(duration))
    subscription.cancel()
    return (outcomes, script.requests)
  }

  @Test("Each request carries the validators of the last response, and values come once")
  func validators() {
    let headers: HTTPHeaders = ["ETag": "\"1\"", "Last-Modified": "yesterday"]
    let log = log(
      [
        .success(HTTPResponse(status: 200, headers: headers, body: Array("a".utf8))),
        .success(HTTPResponse(status: 304)), .success(HTTPResponse(status: 200, body: [0x61])),
        .success(HTTPResponse(status: 200, body: [0x62])),
      ], for: .milliseconds(3500))
    #expect(log.outcomes == ["a", "=", "=", "b"])
    #expect(log.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", "\"1\"", nil])
    #expect(
      log.requests.map { $0.headers["If-Modified-Since"] } == [nil, "yesterday", "yesterday", nil])
  }

  @Test("Delays double with each failure, up to a minute; the known value comes again after them")
  func failures() {
    let page = Result<HTTPResponse, TransportError>.success(HTTPResponse(status: 200, body: [0x61]))
    let failure = Result<HTTPResponse, TransportError>.failure(.cutShort("a"))
    let some = log([page, failure, .success(HTTPResponse(status: 500)), page], for: .seconds(9))
    // At 0, 1, 3, 7, 8 and 9 seconds.
    #expect(some.outcomes == ["a", "failed", "500", "again a", "=", "="])
    // At 0, 2, 6, 14, 30, 62, 122 and 182 seconds.
    #expect(log([failure], for: .seconds(190)).requests.count == 8)
  }

  @Test("Status 304 refuses whoever has nothing yet")
  func nothingKnown() {
    #expect(log([.success(HTTPResponse(status: 304))], for: .seconds(1)).outcomes == ["304"])
  }
}
