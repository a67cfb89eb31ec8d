import Reactive
import ReactiveExtras
import Testing

@testable import Fetching

@Suite("The output of curl, and how much of it is read")
struct CurlResponseTests {
  private func answer(
    _ head: String, _ body: String = "", largestBody: Int = 64 << 20
  ) -> CurlResponse {
    var answer = CurlResponse(largestBody: largestBody)
    answer.add(Array(head.utf8)[...], isHead: true)
    answer.add(Array(body.utf8)[...], isHead: false)
    return answer
  }

  @Test("Headers without end are refused with the limit that they passed")
  func endlessHead() {
    let head = "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Long: y\r\n", count: 30_000)
    let excess = answer(head).excess(from: "http://a/")
    #expect(excess == .headTooLarge("http://a/", limit: 256 << 10))
    #expect(
      excess?.description
        == "The headers of the response from http://a/ are larger than 256 KiB. Check the address.")
  }

  @Test("A body has a limit of its own")
  func body() {
    func excess(_ limit: Int) -> TransportError? {
      answer("HTTP/1.1 200 OK\r\n\r\n", "12345", largestBody: limit).excess(from: "http://a/")
    }
    #expect(excess(5) == nil)
    #expect(excess(4) == .tooLarge("http://a/", limit: 4))
  }

  @Test("Of a body that is too long no more is kept than shows it, however it comes in pieces")
  func longBody() throws {
    var answer = answer("HTTP/1.1 200 OK\r\n\r\n", "12", largestBody: 5)
    for piece in ["3", "45678901", "2"] { answer.add(Array(piece.utf8)[...], isHead: false) }
    #expect(answer.excess(from: "http://a/") == .tooLarge("http://a/", limit: 5))
    #expect(try answer.response(from: "http://a/").body == Array("123456".utf8))
  }

  @Test("Answers on the way to one are left out, and of one that leads on the body is")
  func steps() throws {
    let early = answer(
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "yes")
    #expect(try early.response(from: "there").text == "yes")
    let on = answer("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n", "a long page", largestBody: 3)
    #expect(on.excess(from: "there") == nil)
    #expect(try on.response(from: "there").body == [])
    #expect(try answer("HTTP/1.1 300 Choices\r\n\r\n", "yes").response(from: "there").text == "yes")
  }

  @Test("The first bytes of a body may come before the end of its head, and each byte by itself")
  func order() throws {
    for (status, expected) in [("200 OK", "12345"), ("302 Found\r\nLocation: /x", "")] {
      var answer = CurlResponse(largestBody: 5)
      answer.add(Array("123".utf8)[...], isHead: false)
      for byte in "curl: a warning\nHTTP/1.1 \(status)\r\n\r\nX-Sum: 1\r\n\r\n".utf8 {
        #expect(answer.excess(from: "there") == nil)
        answer.add([byte], isHead: true)
      }
      answer.add(Array("45".utf8)[...], isHead: false)
      #expect(answer.excess(from: "there") == nil)
      #expect(try answer.response(from: "there").text == expected)
    }
  }

  @Test("Headers are parted by their bytes, whatever stands behind a colon")
  func headers() throws {
    let response = try answer(
      "HTTP/1.1 200 OK\r\nX:\u{338}a\r\nLocation :b\r\nEtag:\t\"1\" \r\n\r\n"
    )
    .response(from: "there")
    #expect(response.headers["x"] == "\u{338}a" && response.headers["ETAG"] == "\"1\"")
  }
}
