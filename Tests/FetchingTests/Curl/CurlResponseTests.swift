import Reactive
import ReactiveExtras
import Testing

@testable import Fetching

@Suite("The output of curl, and how much of it is read")
struct CurlResponseTests {
  private func answer(_ text: String, largestBody: Int = 64 << 20) -> CurlResponse {
    var answer = CurlResponse(largestBody: largestBody)
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

  @Test("Answers on the way to one are left out, and of one that leads on the body is")
  func steps() throws {
    let early = answer("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n\r\nyes")
    #expect(try early.response(from: "there").text == "yes")
    let on = answer("HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\na long page", largestBody: 3)
    #expect(on.excess(from: "there") == nil)
    #expect(try on.response(from: "there").body == [])
    #expect(try answer("HTTP/1.1 300 Choices\r\n\r\nyes").response(from: "there").text == "yes")
  }

  @Test(
    "A body in chunks is put together, and trailers behind it are left out",
    arguments: [
      ("3\r\nabc\r\n0\r\n\r\n", "abc"),
      ("3;x=\"1\"\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-Sum: 1\r\nY: 2\r\n\r\n", "abc0123456789"),
      ("0\r\nX-Sum: 1\r\n\r\n", ""), ("2\nab\n0\n\n", "ab"),
      ("5\r\n0\r\n\r\n\r\n0\r\n\r\n", "0\r\n\r\n"),
    ])
  func chunks(body: String, expected: String) throws {
    let text = "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n" + body
    #expect(try answer(text).response(from: "there").text == expected)
    // Byte by byte, too.
    var slow = CurlResponse(largestBody: 100)
    for byte in text.utf8 { slow.add([byte]) }
    #expect(try slow.response(from: "there").text == expected)
  }

  @Test(
    "Chunks that are wrong, or that end too early, are errors",
    arguments: [
      ("x\r\nabc", TransportError.malformed("there")), ("3\r\nabcd\r\n", .malformed("there")),
      ("ffffffffffffffffff\r\n", .malformed("there")), ("3\r\nab", .cutShort("there")),
      ("3\r\nabc\r\n0\r\n", .cutShort("there")), ("", .cutShort("there")),
    ])
  func brokenChunks(body: String, error: TransportError) {
    let answer = answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
    #expect(throws: error) { try answer.response(from: "there") }
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
