import Expressions
import Fetching
import Reactive
import ReactiveExtras
import Streams
import TestSupport
import Testing

@Suite("A place with documents that others change")
struct StreamSourceTests {
  let time = VirtualTimeScheduler()

  /// Answers as a test says, and writes the requests down.
  private final class Script: Transport, @unchecked Sendable {
    // Sendable because a test has one thread.
    var answer: (HTTPRequest) -> Result<HTTPResponse, TransportError> = { _ in
      .success(HTTPResponse(status: 404))
    }
    var requests: [HTTPRequest] = []

    func response(to request: HTTPRequest) -> AnyPublisher<HTTPResponse, TransportError> {
      Deferred {
        self.requests.append(request)
        return self.answer(request).publisher
      }.eraseToAnyPublisher()
    }

    /// Answers with a file from now on, and with 304 to whom has it.
    func publish(_ bytes: some Sequence<UInt8>, tag: String?) {
      let page = HTTPResponse(
        status: 200, headers: tag.map { ["ETag": $0] } ?? [:], body: Array(bytes))
      answer = { request in
        let isKnown = tag != nil && request.headers["If-None-Match"] == tag
        return .success(isKnown ? HTTPResponse(status: 304) : page)
      }
    }

    func fail() { answer = { .failure(.unreachable($0.address, reason: "nobody listens")) } }
  }

  private let script = Script()

  private func file(_ expression: StreamExpression) -> StreamDocumentFile {
    StreamDocumentFile([
      .source(StreamModel(id: "a", items: [StreamItem(value: 1), StreamItem(value: 2)])),
      .chain(StreamChain(id: "c", source: "a", operators: [.map(expression: expression)])),
    ])
  }

  private func web(every interval: Duration = .seconds(1)) -> StreamSource {
    StreamSource(
      .web(url: "https://example.org/s.json?key=secret"), transport: script, interval: interval)
  }

  @Test("A client of a URL sends the tag of its version, and switches to new logic")
  func polled() {
    script.publish(file("%d * 10").bytes, tag: "\"1\"")
    var log: [String] = []
    let client = web().publisher(of: "c", on: time, problem: { log.append("\($0)") })
      .sink { log.append("\($0)") }
    time.advance(by: .seconds(3.5))
    #expect(log == ["10", "20"])
    #expect(
      script.requests.map { $0.headers["If-None-Match"] } == [nil, "\"1\"", "\"1\"", "\"1\""])
    script.publish(file("%d * 100").bytes, tag: "\"2\"")
    time.advance(by: .seconds(1))
    #expect(log.dropFirst(2) == ["100", "200"])
    script.publish("{broken".utf8, tag: "\"3\"")
    time.advance(by: .seconds(5))
    #expect(
      log.dropFirst(4) == [
        "https://example.org/s.json:1:2: a key in quotation marks was expected, not b"
      ])
    #expect(script.requests.last?.headers["If-None-Match"] == "\"3\"")
    script.publish(file("%d * 100").bytes, tag: "\"4\"")
    time.advance(by: .seconds(1))
    #expect(log.count == 5, "the same logic goes on")
    client.cancel()
    let count = script.requests.count
    time.advance(by: .seconds(60))
    #expect(script.requests.count == count && !time.hasWork)
  }

  @Test("After a failure the pauses become longer, up to a minute, and short again after a success")
  func backoff() {
    script.fail()
    var updates: [StreamContents] = []
    let client = web().updates(on: time).sink { updates.append($0) }
    time.advance(by: .seconds(0.5))
    #expect(script.requests.count == 1)
    for (seconds, count) in [(2.0, 2), (4, 3), (8, 4), (16, 5), (32, 6), (60, 7), (60, 8)] {
      time.advance(by: .seconds(seconds))
      #expect(script.requests.count == count, "\(seconds)")
    }
    #expect(updates.count == 1, "the same failure is said once")
    #expect(
      updates[0].problems.map(\.description) == [
        "https://example.org/s.json cannot be reached: nobody listens. "
          + "Check the address and the network, and try again."
      ])
    script.publish(file("%d").bytes, tag: nil)
    time.advance(by: .seconds(60))
    #expect(script.requests.count == 9 && updates.count == 2)
    time.advance(by: .seconds(3))
    #expect(script.requests.count == 12 && updates.count == 2)
    client.cancel()
  }

  @Test("Documents are known again after a failure, without being sent again by the server")
  func recovered() {
    script.publish(file("%d").bytes, tag: "\"1\"")
    var updates: [StreamContents] = []
    let client = web().updates(on: time).sink { updates.append($0) }
    time.advance(by: .seconds(0.5))
    script.fail()
    time.advance(by: .seconds(1))
    script.publish(file("%d").bytes, tag: "\"1\"")
    time.advance(by: .seconds(2))
    #expect(updates.count == 3 && updates[0] == updates[2])
    #expect(updates[1].problems.count == 1 && updates[1].streams.isEmpty)
    client.cancel()
  }

  @Test("A server without tags is asked with the date of what it sent")
  func dated() {
    let body = file("%d").bytes
    let date = "Sun, 22 Nov 2026 08:00:00 GMT"
    script.answer = { _ in
      .success(HTTPResponse(status: 200, headers: ["last-modified": date], body: body))
    }
    let client = web().updates(on: time).sink { _ in }
    time.advance(by: .seconds(1.5))
    #expect(script.requests.last?.headers["If-Modified-Since"] == date)
    client.cancel()
  }

  @Test("A server that says no, and a place that nobody can fetch, get a sentence")
  func refused() {
    var sentences: [String] = []
    _ = web().contents.sink { sentences += $0.problems.map(\.description) }
    _ = StreamSource(.web(url: "http://a/b")).contents
      .sink { sentences += $0.problems.map(\.description) }
    #expect(
      sentences == [
        "https://example.org/s.json: the server returned status 404 instead of a file; "
          + "check the address",
        "http://a/b could not be fetched: URLs are not fetched here. Try again.",
      ])
  }

  @Test("The documents of a URL are run once, too")
  func once() throws {
    script.publish(file("%d * 3").bytes, tag: nil)
    var contents: [StreamContents] = []
    _ = web().contents.sink { contents.append($0) }
    let stream = try #require(contents.first?.stream(called: "c"))
    let publisher = try stream.library.publisher(of: "c", on: time)
    #expect(publisher.valuesAtOnce == [3, 6])
    #expect(contents.count == 1 && contents[0].streams.map(\.document.id) == ["a", "c"])
  }
}
