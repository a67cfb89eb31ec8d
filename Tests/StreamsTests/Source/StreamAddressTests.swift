import Streams
import Testing

@Suite("Where documents come from")
struct StreamAddressTests {
  @Test(
    "A path is a file or folder, and so is a file's URL; http and https are the web",
    arguments: [
      ("streams.json", .local(path: "streams.json")), ("/srv/a b", .local(path: "/srv/a b")),
      ("file:///srv/a%20b", .local(path: "/srv/a b")),
      ("file://localhost/srv/%C3%A4", .local(path: "/srv/ä")),
      ("file:/srv/a", .local(path: "/srv/a")), ("FILE:///a", .local(path: "/a")),
      ("a:b.json", .local(path: "a:b.json")), ("", .local(path: "")),
      ("http://localhost:80/a?key=1", .web(url: "http://localhost:80/a?key=1")),
      ("HTTPS://example.org", .web(url: "HTTPS://example.org")),
    ] as [(String, StreamAddress)])
  func addresses(text: String, address: StreamAddress) throws {
    #expect(try StreamAddress(text) == address)
  }

  @Test(
    "A URL of another kind gets one sentence",
    arguments: [
      ("ftp://a/b", "only URLs with file:, http: or https: can be read"),
      ("file://host/b", "host is another machine; write file:///"),
      ("file:///a%2", "two hexadecimal digits, not 00, were expected after %, as in %20"),
      ("file:///a%00", "two hexadecimal digits, not 00, were expected after %, as in %20"),
    ])
  func refused(text: String, reason: String) {
    #expect {
      try StreamAddress(text)
    } throws: {
      "\($0)" == "\(text): cannot be read (\(reason))"
    }
  }

  @Test(
    "A URL that cannot be requested says why, whatever mark stands behind its slashes",
    arguments: [
      "http://a b/s.json", "http:/\u{338}/a/s.json", "http://a\\@b/", "http://", "https://a:x/",
    ])
  func unusable(text: String) {
    #expect {
      try StreamAddress(text)
    } throws: {
      guard case .unreachable(.notURL)? = $0 as? StreamStoreError else { return false }
      return true
    }
  }

  @Test("A URL is shown without what is secret in it")
  func shown() throws {
    let address = try StreamAddress("https://ann:pass@example.org/a.json?key=1#b")
    #expect("\(address)" == "https://example.org/a.json")
  }
}
