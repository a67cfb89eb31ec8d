import Fetching
import Foundation
import Reactive
import SessionFetching
import TestSupport
import Testing

@Suite("A session as a transport", .mostlyWaiting)
struct SessionTransportTests {
  @Test("A session answers, with its status, headers and text")
  func conformance() async throws {
    let server = LoopbackHTTPServer { request in
      .page(request.headers["x-key"] ?? "", status: 404, tag: "\"1\"")
    }
    let request = HTTPRequest(server.url("/a?b=c"), headers: ["X-Key": "secret"])
    let response = try #require(
      try await SessionTransport().response(to: request).outcome()?.get())
    #expect((response.status, response.text) == (404, "secret"))
    #expect(response.headers["etag"] == "\"1\"")
    #expect(server.requests.map(\.target) == ["/a?b=c"])
  }

  @Test("A body arrives with its method and kind")
  func body() async throws {
    let server = LoopbackHTTPServer { _ in .page("") }
    let request = HTTPRequest(
      server.url(), method: .put, headers: ["Content-Type": "text/plain"], body: "Zoë\n")
    _ = try #require(try await SessionTransport().response(to: request).outcome()?.get())
    let sent = try #require(server.requests.first)
    #expect(
      [sent.method, sent.body, sent.headers["content-type"]] == ["PUT", "Zoë\n", "text/plain"])
  }

  @Test("More than the request allows is an error there too")
  func tooLarge() async {
    let server = LoopbackHTTPServer { _ in .huge(11) }
    let request = HTTPRequest(server.url(), largestBody: 10)
    #expect(
      await SessionTransport().response(to: request).outcome()
        == .failure(.tooLarge(server.url(), limit: 10)))
  }

  @Test("A server that is not there, one that answers late and a URL that is none are told apart")
  func failures() async {
    let transport = SessionTransport()
    #expect(
      await transport.response(to: HTTPRequest("ftp://example.org")).outcome()
        == .failure(.notURL("ftp://example.org")))
    let gone = "http://127.0.0.1:\(LoopbackListener.refusingPort())/"
    guard
      case .failure(.unreachable(gone, reason: _)) =
        await transport.response(to: HTTPRequest(gone)).outcome()
    else { return #expect(Bool(false), "Nobody answers there.") }
  }
}
