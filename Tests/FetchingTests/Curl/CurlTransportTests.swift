import Fetching
import Reactive
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("curl as a transport", .enabled(if: PipedProgram.path(named: "curl") != nil))
struct CurlTransportTests {
  typealias Server = LoopbackHTTPServer

  private let transport = CurlTransport()

  private func fetch(
    from server: Server, _ target: String = "/", _ change: (inout HTTPRequest) -> Void = { _ in }
  ) async -> Result<HTTPResponse, TransportError>? {
    var request = HTTPRequest(server.url(target))
    change(&request)
    return await transport.response(to: request).outcome()
  }

  @Test("An answer has its status, its headers and every byte of its body")
  func answer() async throws {
    let body = "HTTP/1.1 is only text here\r\n\r\n\u{0}ö\n"
    let server = Server { _ in .page(body, headers: ["X-Kind": "a: b"]) }
    let response = try #require(try await fetch(from: server)?.get())
    #expect(response.status == 200)
    #expect(response.isSuccess)
    #expect(response.headers["x-kind"] == "a: b")
    #expect(response.body == Array(body.utf8))
  }

  @Test(
    "A body arrives as it is, with its method and kind",
    arguments: [
      (HTTPRequest.Method.post, "{\"name\": \"Zoë\\n\"}\n"), (.put, "@/etc/passwd\r\n\u{B}\t\"\\"),
      (.patch, ""), (.delete, "x=1&y=2"), (.get, "searched"),
    ])
  func body(method: HTTPRequest.Method, body: String) async throws {
    let server = Server { _ in .page("") }
    _ = try #require(
      try await fetch(from: server) {
        ($0.method, $0.body) = (method, body)
        $0.headers["Content-Type"] = "text/plain"
      }?.get())
    let request = try #require(server.requests.first)
    #expect(request.method == method.rawValue)
    #expect(request.body == body)
    #expect(request.headers["content-type"] == "text/plain")
  }

  @Test("A method without a body sends none", arguments: HTTPRequest.Method.allCases)
  func bodiless(method: HTTPRequest.Method) async throws {
    let server = Server { _ in .page("") }
    _ = try #require(try await fetch(from: server) { $0.method = method }?.get())
    #expect(server.requests.map(\.method) == [method.rawValue])
    #expect(server.requests.map(\.body) == [""])
  }

  @Test("A body that cannot be sent is said before anything is")
  func nul() async {
    let server = Server { _ in .page("") }
    #expect(
      await fetch(from: server) { ($0.method, $0.body) = (.post, "a\u{0}") }
        == .failure(.invalidBody(server.url())))
  }

  @Test("Servers are told who asks, if that is said")
  func userAgent() async throws {
    let server = Server { _ in .page("") }
    for name in ["a \"browser\"", nil] {
      let transport = CurlTransport(userAgent: name)
      _ = try #require(try await transport.response(to: HTTPRequest(server.url())).outcome()?.get())
      let agent = try #require(server.requests.last?.headers["user-agent"])
      #expect(name.map { agent == $0 } ?? agent.hasPrefix("curl/"))
    }
  }

  @Test("An answer that says no is an answer", arguments: [401, 404, 429, 500])
  func refusals(status: Int) async throws {
    let server = Server { _ in .page(#"{"message":"no"}"#, status: status) }
    let response = try #require(try await fetch(from: server)?.get())
    #expect(response.status == status)
    #expect(!response.isSuccess)
    #expect(response.text == #"{"message":"no"}"#)
  }

  @Test("A client that has the page already is told so, by its tag")
  func notModified() async throws {
    let server = Server { request in
      request.headers["if-none-match"] == "\"17\""
        ? .notModified(tag: "\"17\"")
        : .page("news", tag: "\"17\"")
    }
    let first = try #require(try await fetch(from: server)?.get())
    let tag = try #require(first.headers["etag"])
    let second = try #require(
      try await fetch(from: server) { $0.headers["If-None-Match"] = tag }?.get())
    #expect((first.status, first.text) == (200, "news"))
    #expect((second.status, second.text) == (304, ""))
  }

  @Test("Redirections are followed, and only the last answer counts")
  func redirection() async throws {
    let server = Server { request in
      request.path == "/old"
        ? .page("gone", status: 302, headers: ["Location": "/new"])
        : .page("here")
    }
    let response = try #require(try await fetch(from: server, "/old")?.get())
    #expect((response.status, response.text) == (200, "here"))
    #expect(response.headers["location"] == nil)
    #expect(server.requests.map(\.path) == ["/old", "/new"])
  }

  @Test("A method that changes something is repeated with its body, or fails with the address")
  func redirectedChange() async throws {
    let other = Server { _ in .page("") }
    for (status, location) in [
      (301, "/new"), (302, "/new"), (303, "/new"), (307, other.url("/new")), (308, other.url()),
      (308, "/new"), (307, "/new"),
    ] {
      let server = Server { request in
        request.path == "/old"
          ? .page("gone", status: status, headers: ["Location": location]) : .page("here")
      }
      let result = await fetch(from: server, "/old") {
        ($0.method, $0.body) = (.put, "@body\"\r\n")
        $0.headers["X-Key"] = "secret"
      }
      guard status > 303, location == "/new" else {
        guard case .failure(.leadsElsewhere(server.url("/old"), let target, _))? = result else {
          Issue.record("\(status) has \(String(describing: result))")
          continue
        }
        #expect(target == (location == "/new" ? server.url("/new") : location))
        #expect(server.requests.map(\.path) == ["/old"])
        continue
      }
      #expect(try result?.get().text == "here")
      #expect(server.requests.map(\.path) == ["/old", "/new"])
      #expect(server.requests.allSatisfy { $0.method == "PUT" && $0.body == "@body\"\r\n" })
      #expect(server.requests.allSatisfy { $0.headers["x-key"] == "secret" })
    }
    #expect(other.requests.isEmpty)
  }

  @Test("What may be a key does not go with a redirection to another server")
  func redirectedKey() async throws {
    let other = Server { _ in .page("there") }
    let server = Server { _ in
      .page("", status: 302, headers: ["Location": other.url("/\u{338}@a")])
    }
    let response = await fetch(from: server) {
      $0.headers = ["X-Key": "secret", "Authorization": "secret", "Accept": "text/plain"]
    }
    #expect(try response?.get().address == other.url("/%CC%B8@a"))
    let request = try #require(other.requests.first)
    #expect(request.headers["x-key"] == nil && request.headers["authorization"] == nil)
    #expect(request.headers["accept"] == "text/plain" && request.target == "/%CC%B8@a")
  }

  @Test("Trailers behind a body in chunks are not part of it, and nothing packed is asked for")
  func trailers() async throws {
    let server = Server { _ in
      .bytes(
        Array(
          ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
            + "2;a=b\r\n[1\r\n1\r\n]\r\n0\r\nX-Sum: 1\r\nHTTP/1.1: 2\r\n\r\n").utf8))
    }
    #expect(try await fetch(from: server)?.get().text == "[1]")
    #expect(server.requests.first?.headers["accept-encoding"] == nil)
  }

  private static let zlib: [UInt8] = [
    0x78, 0x9C, 0x8B, 0x36, 0x8C, 0x05, 0x00, 0x01, 0xD3, 0x00, 0xEA,
  ]
  /// Heads and bodies that are packed or only said to be, and the text; nil if it is cut short.
  static let packedBodies: [(head: String, body: [UInt8], text: String?)] = [
    ("Content-Encoding: deflate\r\nContent-Length: 11", zlib, "[1]"),
    ("Content-Encoding: deflate\r\nContent-Length: 5", Array(zlib[..<5]), nil),
    ("Content-Encoding: deflate", Array(zlib[..<5]), nil),
    ("Content-Encoding: gzip", [0x1F, 0x8B, 8, 0, 0], nil),
    ("Content-Encoding: gzip\r\nContent-Length: 3", Array("[1]".utf8), "[1]"),
    ("Content-Encoding: utf-8\r\nContent-Length: 3", Array("[1]".utf8), "[1]"),
    ("Content-Encoding: gzip\r\nContent-Length: 0", [], ""),
    ("Content-Encoding: gzip\r\nContent-Length: 3", [], nil),
  ]

  @Test(
    "A packed body is unpacked if it is whole, a wrong label is ignored, and one request is sent",
    arguments: packedBodies, [HTTPRequest.Method.get, .post, .put])
  func packed(
    _ response: (head: String, body: [UInt8], text: String?), method: HTTPRequest.Method
  ) async throws {
    let server = Server { _ in
      .bytes(
        Array("HTTP/1.1 200 OK\r\n\(response.head)\r\nConnection: close\r\n\r\n".utf8)
          + response.body)
    }
    let result = await fetch(from: server) { $0.method = method }
    let expected =
      response.text.map { Result<String, TransportError>.success($0) }
      ?? .failure(.cutShort(server.url()))
    #expect(result?.map(\.text) == expected)
    #expect(server.requests.map(\.headers["accept-encoding"]) == [nil])
  }

  @Test("A status without a body needs none, whatever length its head gives")
  func noContent() async throws {
    let server = Server { _ in
      .bytes(
        Array(
          "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\nConnection: close\r\n\r\n".utf8))
    }
    let response = try await fetch(from: server) { $0.method = .put }?.get()
    #expect(response?.status == 204 && response?.body == [])
  }

  @Test("Where a redirection leads to nobody, that address is named, and the one that led there")
  func deadEnd() async {
    let server = Server { _ in
      .page("", status: 302, headers: ["Location": "http://127.0.0.1:1/new?key=secret"])
    }
    let place = "http://127.0.0.1:1/new (where \(server.url("/old")) leads)"
    #expect(
      await fetch(from: server, "/old")
        == .failure(.unreachable(place, reason: "the connection was refused")))
  }

  @Test("Redirections in a circle end, and say so")
  func circle() async {
    let server = Server { _ in .page("", status: 302, headers: ["Location": "/"]) }
    let place = server.url()
    #expect(
      await fetch(from: server)
        == .failure(
          .failed(place, reason: "it leads from one address to the next without end")))
  }

  @Test("A server that says nothing is waited for no longer than the request allows")
  func slow() async {
    let server = Server { _ in .silence }
    let result = await fetch(from: server) { $0.timeout = .milliseconds(200) }
    #expect(result == .failure(.timedOut(server.url(), after: .milliseconds(200))))
  }

  @Test("An answer that comes late but in time is taken")
  func late() async throws {
    let gate = Server.Gate()
    let server = Server { _ in .held(until: gate, .page("late")) }
    async let result = fetch(from: server)
    for await event in server.events where event == "request" { break }
    gate.open()
    #expect(try await result?.get().text == "late")
  }

  @Test("An answer that breaks off is an error, not a short page")
  func cut() async {
    let server = Server { _ in .page("half", missing: 4) }
    #expect(await fetch(from: server) == .failure(.cutShort(server.url())))
  }

  @Test("A connection closed without a word is an answer cut short")
  func empty() async {
    let server = Server { _ in .bytes([]) }
    #expect(await fetch(from: server) == .failure(.cutShort(server.url())))
  }

  @Test("An answer larger than allowed is given up", arguments: [101, 3_000_000])
  func huge(count: Int) async {
    let server = Server { _ in .huge(count) }
    let result = await fetch(from: server) { $0.largestBody = 100 }
    #expect(result == .failure(.tooLarge(server.url(), limit: 100)))
  }

  @Test("An answer exactly as large as allowed is taken")
  func largest() async throws {
    let server = Server { _ in .huge(100_000) }
    let result = await fetch(from: server) { $0.largestBody = 100_000 }
    #expect(try result?.get().body.count == 100_000)
  }

  @Test(
    "An answer that is not HTTP is an error",
    arguments: ["SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 two\r\n\r\n"])
  func malformed(text: String) async {
    let server = Server { _ in .bytes(Array(text.utf8)) }
    #expect(await fetch(from: server) == .failure(.malformed(server.url())))
  }

  @Test("Where nobody listens, the sentence says so")
  func refused() async {
    let place = "http://127.0.0.1:\(LoopbackListener.refusingPort())/"
    let result = await transport.response(to: HTTPRequest(place)).outcome()
    #expect(
      result
        == .failure(.unreachable(place, reason: "the connection was refused")))
  }

  @Test("Headers and URL arrive exactly as they are")
  func exactness() async throws {
    let server = Server { _ in .page("") }
    _ = await fetch(from: server, "/a[1-3]{x}?q=%22\\") {
      $0.headers = ["X-Quoted": #"a "b" \n c"#, "X-Empty": "", "X-Tab": "a\tb"]
    }
    let request = try #require(server.requests.first)
    #expect(request.target == "/a[1-3]{x}?q=%22\\")
    #expect(request.headers["x-quoted"] == #"a "b" \n c"#)
    #expect(request.headers["x-empty"] == "")
    #expect(request.headers["x-tab"] == "a\tb")
  }

  @Test("A request that cannot be sent starts nothing")
  func invalid() async {
    var request = HTTPRequest("file:///etc/passwd")
    #expect(
      await transport.response(to: request).outcome()
        == .failure(.notURL("file:///etc/passwd")))
    request = HTTPRequest("http://127.0.0.1/", headers: ["X": "a\r\nY: b"])
    #expect(
      await transport.response(to: request).outcome() == .failure(.invalidHeader(name: "X")))
    request = HTTPRequest("http://127.0.0.1/" + String(repeating: "x", count: 1 << 20))
    #expect(
      await transport.response(to: request).outcome() == .failure(.requestTooLong(request.address)))
  }

  @Test("Without curl the sentence says what to install")
  func missing() async {
    let transport = CurlTransport(tool: "no-such-curl")
    #expect(
      await transport.response(to: HTTPRequest("http://127.0.0.1/")).outcome()
        == .failure(.toolMissing(name: "no-such-curl")))
  }

  @Test("A publisher starts nothing before it is subscribed to, and once for each subscriber")
  func deferred() async {
    let server = Server { _ in .page("") }
    let publisher = transport.response(to: HTTPRequest(server.url()))
    #expect(server.requests.isEmpty)
    _ = await publisher.outcome()
    _ = await publisher.outcome()
    #expect(server.requests.count == 2)
  }

  @Test("A cancel kills curl and leaves no zombie; the key is not in its arguments")
  func cancel() async throws {
    let folder = ScratchFolder()
    let curl = try #require(PipedProgram.path(named: "curl"))
    let tool = folder.write(
      "curl",
      """
      #!/bin/sh
      echo $$ "$@" > \(folder.file("process"))
      exec \(curl) "$@"
      """.utf8)
    chmod(tool, 0o755)
    let server = Server { _ in .silence }
    let transport = CurlTransport(tool: tool)
    // So long, because what is awaited here comes behind all the other tests that are ready to run.
    let request = HTTPRequest(
      server.url("/?key=secret"), headers: ["X-Key": "secret"], timeout: .seconds(3600))
    let flight = transport.response(to: request).sink { _ in
    } receiveValue: { _ in
    }
    for await event in server.events where event == "request" { break }
    let words = try #require(folder.read("process")).split { $0 == " " || $0 == "\n" }
    let process = try #require(words.first.flatMap { pid_t($0) })
    #expect(words.dropFirst() == ["--disable", "--config", "-"])
    #expect(kill(process, 0) == 0)
    flight.cancel()
    for await event in server.events where event == "hung up" { break }
    // Its thread has buried it when it is done.
    await withCheckedContinuation { done in
      transport.flights.notify(queue: .global()) { done.resume() }
    }
    #expect(kill(process, 0) == -1)
    #expect(errno == ESRCH)
  }

  @Test("A program that is no curl is found out by its status")
  func otherProgram() async {
    let transport = CurlTransport(tool: "false")
    let result = await transport.response(to: HTTPRequest("http://127.0.0.1/")).outcome()
    #expect(result == .failure(.malformed("http://127.0.0.1/")))
  }
}
