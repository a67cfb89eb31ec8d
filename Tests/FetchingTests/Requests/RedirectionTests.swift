import Testing

@testable import Fetching

@Suite("Answers that lead to another address")
struct RedirectionTests {
  private func answer(_ status: Int, to location: String) -> HTTPResponse {
    HTTPResponse(status: status, headers: ["Location": location])
  }

  @Test(
    "A GET goes on, to another server without what may be a key",
    arguments: [
      ("/x?key=2", "http://a.example/x?key=2", true), ("x", "http://a.example/b/x", true),
      ("?page=2", "http://a.example/b/c?page=2", true),
      ("HTTP://A.example:80/x", "http://a.example/x", true),
      ("//b.example/x", "http://b.example/x", false),
      ("https://a.example/x", "https://a.example/x", false),
      ("http://a.example:81/", "http://a.example:81/", false),
      ("http://b.example/\u{338}@a.example/x", "http://b.example/%CC%B8@a.example/x", false),
    ])
  func followed(location: String, url: String, isHere: Bool) throws {
    for status in [301, 302, 303, 307, 308] {
      let headers: HTTPHeaders = [
        "X-Key": "secret", "Accept": "text/plain", "Authorization": "secret", "Cookie": "secret",
      ]
      var way = Redirection(HTTPRequest("http://a.example/b/c?key=1", headers: headers, body: "x"))
      #expect(try way.follow(answer(status, to: location)))
      #expect(way.request.url == url && way.isRedirected)
      #expect(way.request.headers == (isHere ? headers : ["Accept": "text/plain"]))
      #expect(way.request.body == (isHere ? "x" : nil))
      #expect(
        way.address
          == "\(HTTPRequest(url).address)\(url.hasPrefix("http://a.example/b/c") ? "" : " (where http://a.example/b/c leads)")"
      )
    }
  }

  @Test("What leads nowhere is the answer", arguments: [200, 204, 300, 304, 305, 306, 404, 503])
  func answers(status: Int) throws {
    var way = Redirection(HTTPRequest("http://a/", method: .put))
    #expect(try !way.follow(answer(status, to: "/b")) && !way.isRedirected)
    #expect(try !way.follow(HTTPResponse(status: 302)))
  }

  @Test(
    "Another method is repeated with its body, on the same server and where that is meant",
    arguments: [HTTPRequest.Method.post, .put, .patch, .delete], [307, 308])
  func repeated(method: HTTPRequest.Method, status: Int) throws {
    let request = HTTPRequest("http://a/b", method: method, headers: ["If-Match": "1"], body: "x")
    var way = Redirection(request)
    #expect(try way.follow(answer(status, to: "c")))
    #expect((way.request.method, way.request.body) == (method, "x"))
    #expect(way.request.url == "http://a/c" && way.request.headers == request.headers)
  }

  @Test(
    "Elsewhere it fails, with the new address",
    arguments: [
      (301, "/new"), (302, "/new"), (303, "/new"), (301, "http://b/new?key=1"),
      (307, "http://b/new"), (308, "https://a/new"), (307, "http://a:81/new"),
      (308, "http://b/\u{338}@a/new"),
    ], [HTTPRequest.Method.post, .put, .patch, .delete])
  func refused(redirection: (Int, String), method: HTTPRequest.Method) throws {
    let (status, location) = redirection
    var way = Redirection(HTTPRequest("http://a/b", method: method, body: "x"))
    let target = try #require(HTTPRequest("http://a/b").url(of: location))
    #expect(
      throws: TransportError.leadsElsewhere(
        "http://a/b", to: HTTPRequest(target).address,
        reason:
          "and a \(method.rawValue) was not repeated there (status \(status)); if that is the "
          + "right address, use it")
    ) { try way.follow(answer(status, to: location)) }
    #expect(way.request.url == "http://a/b")
  }

  @Test(
    "An address that cannot be requested is named",
    arguments: [
      (
        "ftp://u:p@b/x?key=1", "ftp://b/x",
        "which does not begin with http:// or https:// and a host; check the address"
      ),
      (
        "file:///etc/passwd", "file:///etc/passwd",
        "which does not begin with http:// or https:// and a host; check the address"
      ),
      (
        "http://b\\@a/x", "http://a/x",
        "which cannot be requested: it has a backslash, which is ambiguous; write / or %5C"
      ),
      ("http://a!b\u{202E}/", "http://a!b/", "which cannot be requested: “a!b” cannot be a host"),
    ])
  func unusable(location: String, target: String, reason: String) {
    var way = Redirection(HTTPRequest("http://a/"))
    #expect(throws: TransportError.leadsElsewhere("http://a/", to: target, reason: reason)) {
      try way.follow(answer(302, to: location))
    }
  }

  @Test("A way without end is given up")
  func endless() throws {
    var way = Redirection(HTTPRequest("http://a/"))
    for _ in 0..<5 { #expect(try way.follow(answer(302, to: "/"))) }
    #expect(
      throws: TransportError.failed(
        "http://a/", reason: "it leads from one address to the next without end")
    ) { try way.follow(answer(302, to: "/")) }
  }
}
