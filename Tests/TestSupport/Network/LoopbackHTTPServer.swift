import Reactive
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A web server on a loopback port that the system chose, which answers each request as a closure
/// says and writes the requests down.
///
///     let server = LoopbackHTTPServer { request in
///       request.path == "/users" ? .page("[]", tag: "\"1\"") : .page("nothing here", status: 404)
///     }
///     fetch(server.url("/users"))
///     #expect(server.requests.map(\.path) == ["/users"])
///
/// It listens until it is freed, on a thread of its own, and has another for each connection.
package final class LoopbackHTTPServer: Sendable {
  /// A request of a client.
  package struct Request: Sendable {
    /// The request's first word: `GET`.
    package var method = ""
    /// The path with its query: `/users?page=2`.
    package var target = ""
    /// The names in lower case, and their values.
    package var headers: [String: String] = [:]
    /// As many bytes behind the head as it says there are, as text.
    package var body = ""

    /// The path without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }
  }

  /// An answer.
  package indirect enum Answer: Sendable {
    /// Bytes as they are, and then the end.
    case bytes([UInt8])
    /// Nothing, until the client hangs up.
    case silence
    /// Another answer, as soon as a test lets it through.
    case held(until: Gate, Answer)

    /// A page with its length; without a body, when the client says that it has the tag's.
    ///
    /// - Parameters:
    ///   - tag: Its entity tag, in quotation marks.
    ///   - missing: How many bytes the length promises beyond those that come: an answer cut short.
    package static func page(
      _ body: String, status: Int = 200, headers: [String: String] = [:], tag: String? = nil,
      missing: Int = 0
    ) -> Answer {
      var lines = ["HTTP/1.1 \(status) \(reasons[status] ?? "Whatever")"]
      lines += headers.sorted { $0.key < $1.key }.map { "\($0): \($1)" }
      if let tag { lines.append("ETag: \(tag)") }
      lines += ["Content-Length: \(body.utf8.count + missing)", "Connection: close", "", ""]
      return .bytes(Array((lines.joined(separator: "\r\n") + body).utf8))
    }

    /// The answer to a client that has the tag's page already.
    package static func notModified(tag: String) -> Answer {
      .bytes(Array("HTTP/1.1 304 Not Modified\r\nETag: \(tag)\r\nConnection: close\r\n\r\n".utf8))
    }

    /// A body of so many bytes whose length is not said beforehand.
    package static func huge(_ count: Int) -> Answer {
      let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
      return .bytes(Array(head.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: count))
    }

    private static let reasons = [
      200: "OK", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests",
      500: "Internal Server Error",
    ]
  }

  /// Something that a test opens when it is time.
  package final class Gate: Sendable {
    private let ends: (read: Int32, write: Int32)

    package init() {
      var ends: [Int32] = [-1, -1]
      precondition(pipe(&ends) == 0, "no pipe")
      self.ends = (ends[0], ends[1])
    }

    deinit {
      close(ends.read)
      close(ends.write)
    }

    /// Lets through whoever waits, now and later.
    package func open() { _ = write(ends.write, "x", 1) }

    fileprivate func pass() {
      var entry = pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, -1) < 0, errno == EINTR {}
    }
  }

  /// The port that it listens at.
  package let port: UInt16
  /// Sends a word at each event: `request` when one has come, `hung up` when its client went
  /// without an answer.
  package let events: AsyncStream<String>
  private let event: AsyncStream<String>.Continuation
  private let recorded = Locked<[Request]>([])
  private let answer: @Sendable (Request) -> Answer
  private let listener: LoopbackListener

  /// Listens, and answers each request on a thread of its own.
  package init(answer: @escaping @Sendable (Request) -> Answer) {
    self.answer = answer
    (events, event) = AsyncStream.makeStream()
    let listener = LoopbackListener()
    (self.listener, port) = (listener, listener.port)
    Threads.start { [weak self] in
      while let connection = listener.accept() {
        guard let server = self else { return _ = close(connection) }
        Threads.start { server.serve(connection) }
      }
    }
  }

  deinit { listener.stop() }

  /// The URL of a path here.
  package func url(_ target: String = "/") -> String { "http://127.0.0.1:\(port)\(target)" }

  /// The requests until now, in the order in which they came.
  package var requests: [Request] { recorded.withLock { $0 } }

  private func serve(_ connection: Int32) {
    defer {
      // Also for a program that another test has started just now, and that has it, too.
      shutdown(connection, Int32(SHUT_RDWR))
      close(connection)
    }
    guard let request = Self.receive(connection) else { return }
    recorded.withLock { $0.append(request) }
    event.yield("request")
    var answer = answer(request)
    while case .held(let gate, let next) = answer {
      gate.pass()
      answer = next
    }
    guard case .bytes(let bytes) = answer else {
      while Self.nextByte(connection) != nil {}
      return _ = event.yield("hung up")
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress!, $0.count, LoopbackListener.withoutSignal)
      }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return _ = event.yield("hung up") }
      rest = rest.dropFirst(count)
    }
  }

  /// The next byte; nil when the client has hung up. Other tests send this process signals.
  private static func nextByte(_ connection: Int32) -> UInt8? {
    var byte: UInt8 = 0
    while true {
      let count = recv(connection, &byte, 1, 0)
      if count > 0 { return byte }
      if count == 0 || errno != EINTR { return nil }
    }
  }

  /// Reads a request to the end of its body, or of its head if that says of none.
  private static func receive(_ connection: Int32) -> Request? {
    var head: [UInt8] = []
    while head.suffix(4) != [13, 10, 13, 10] {
      guard let byte = nextByte(connection) else { return nil }
      head.append(byte)
    }
    let lines = head.split { $0 == 13 || $0 == 10 }.map { String(decoding: $0, as: UTF8.self) }
    let words = lines.first?.split(separator: " ").map(String.init) ?? []
    guard words.count > 1 else { return nil }
    var request = Request(method: words[0], target: words[1])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      request.headers[line[..<colon].lowercased()] = String(value)
    }
    var body: [UInt8] = []
    for _ in 0..<(request.headers["content-length"].flatMap { Int($0) } ?? 0) {
      guard let byte = nextByte(connection) else { return nil }
      body.append(byte)
    }
    request.body = String(decoding: body, as: UTF8.self)
    return request
  }
}
