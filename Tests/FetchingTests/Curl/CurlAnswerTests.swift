import Reactive
import ReactiveExtras
import Testing

@testable import Fetching

@Suite("The output of curl, and how much of it is read")
struct CurlAnswerTests {
  private func answer(_ text: String, largestBody: Int = 64 << 20) -> CurlAnswer {
    var answer = CurlAnswer(largestBody: largestBody, url: "http://a.example/b/c?key=1")
    answer.add(Array(text.utf8)[...])
    return answer
  }

  @Test("Headers without end are refused with the limit that they passed")
  func endlessHead() {
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Long: y\r\n", count: 30_000)
    let excess = answer(head).excess(from: "http://a/")
    #expect(excess == .headTooLarge("http://a/", limit: 256 << 10))
    #expect(
      excess?.description
        == "The headers of the answer of http://a/ have more than 256 KiB. Check the address.")
  }

  @Test("A body has a limit of its own")
  func body() {
    let text = "HTTP/1.1 200 OK\r\n\r\n12345"
    #expect(answer(text, largestBody: 5).excess(from: "http://a/") == nil)
    #expect(
      answer(text, largestBody: 4).excess(from: "http://a/") == .tooLarge("http://a/", limit: 4))
  }

  @Test("Of a body that is too long no more is kept than shows it, however it comes in pieces")
  func longBody() throws {
    var answer = answer("HTTP/1.1 200 OK\r\n\r\n12", largestBody: 5)
    for piece in ["3", "45678901", "2"] { answer.add(Array(piece.utf8)[...]) }
    #expect(answer.excess(from: "http://a/") == .tooLarge("http://a/", limit: 5))
    #expect(try answer.response(from: "http://a/").body == Array("123456".utf8))
  }

  @Test(
    "An answer that leads on is followed to its address, which may be a part of one",
    arguments: [
      ("https://b.example/x?key=2", "https://b.example/x?key=2"),
      ("//b.example/x", "http://b.example/x"),
      ("/x/y", "http://a.example/x/y"), ("x", "http://a.example/b/x"),
      ("?page=2", "http://a.example/b/c?page=2"),
    ])
  func redirection(location: String, url: String) throws {
    let answer = answer(
      "HTTP/1.1 302 Found\r\nLocation: \(location)\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\n")
    #expect(answer.isRedirected && answer.url == url)
    let response = try answer.response(from: "there")
    #expect(response.status == 404 && response.place == "there")
  }

  @Test("An answer that leads nowhere has the place that was asked")
  func direct() throws {
    let answer = answer("HTTP/1.1 300 Choices\r\n\r\n")
    #expect(!answer.isRedirected)
    #expect(try answer.response(from: "there").place == nil)
  }

  @Test("Where the system gives no thread, a request fails at once and says so")
  func noThread() {
    var transport = CurlTransport()
    transport.startThread = { _ in 1 }
    var outcome: Subscribers.Completion<TransportError>?
    let request = transport.response(to: HTTPRequest("http://127.0.0.1:1/"))
      .sink {
        outcome = $0
      } receiveValue: { _ in
      }
    request.cancel()
    guard case .failure(.failed(_, let reason))? = outcome else {
      Issue.record("there is no failure")
      return
    }
    #expect(reason.hasPrefix("no thread could be started"))
  }
}
