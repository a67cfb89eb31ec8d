import Testing

@testable import Fetching

@Suite("URLs, and the servers that they name")
struct WebURLTests {
  @Test(
    "A URL is sent as every reader of it takes it",
    arguments: [
      // Schemes, ports, paths.
      ("http://a", "http://a"), ("HTTP://A:80/B?C#D", "http://a/B?C"),
      ("https://a:443/", "https://a/"), ("https://a:80/", "https://a:80/"),
      ("http://a:/", "http://a/"), ("http://a:00080/", "http://a/"), ("http://a:1#/", "http://a:1"),
      ("http://a?b/c@d", "http://a?b/c@d"), ("http://a#@b/", "http://a"),
      ("http://a/b@c", "http://a/b@c"), ("http://a//b", "http://a//b"),
      ("http://a/[1-3]{x}?q=%22\\", "http://a/[1-3]{x}?q=%22\\"),
      ("http://a/Zürich?ö#ü", "http://a/Z%C3%BCrich?%C3%B6"),
      ("http://a/\u{338}@b/x", "http://a/%CC%B8@b/x"), ("http://a/\u{202E}", "http://a/%E2%80%AE"),
      // Users.
      ("http://u:p@a/", "http://u:p@a/"), ("http://u%40@a/", "http://u%40@a/"),
      ("http://@a/", "http://@a/"), ("http://:@a/", "http://:@a/"),
      // Names.
      ("http://A-b_c.EXAMPLE./", "http://a-b_c.example./"),
      ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
      ("http://bücher.example/", "http://xn--bcher-kva.example/"),
      ("http://BU\u{308}CHER.example/", "http://xn--bcher-kva.example/"),
      ("http://münchen.例え.テスト:8080/", "http://xn--mnchen-3ya.xn--r8jz45g.xn--zckzah:8080/"),
      ("http://例え。テスト/", "http://xn--r8jz45g.xn--zckzah/"),
      ("http://straße.de/", "http://xn--strae-oqa.de/"), ("http://a\u{338}/", "http://xn--a-2eb/"),
      ("http://пример.испытание/", "http://xn--e1afmkfd.xn--80akhbyknj4f/"),
      // Addresses.
      ("http://127.0.0.1/", "http://127.0.0.1/"), ("http://127.1/", "http://127.0.0.1/"),
      ("http://0x7F.1/", "http://127.0.0.1/"), ("http://0177.0.0.01/", "http://127.0.0.1/"),
      ("http://2130706433/", "http://127.0.0.1/"), ("http://127.0.0.1./", "http://127.0.0.1/"),
      ("http://0/", "http://0.0.0.0/"), ("http://1.2.3.4.example/", "http://1.2.3.4.example/"),
      ("http://0xffffffff/", "http://255.255.255.255/"),
      ("http://127.evil.example/", "http://127.evil.example/"),
      ("http://[::1]:80/", "http://[::1]/"), ("http://[0:0:0:0:0:0:0:1]/", "http://[::1]/"),
      ("http://[::FFFF:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
      ("http://[2001:DB8::0:1:0:0]:8/", "http://[2001:db8::1:0:0]:8/"),
      ("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"), ("http://[::]/", "http://[::]/"),
      ("http://[1::]/", "http://[1::]/"),
    ])
  func sent(text: String, expected: String) throws {
    let url = try WebURL(text)
    #expect(url.text == expected)
    // What is sent is read as the same again.
    #expect(try WebURL(url.text).text == expected && WebURL(url.text).origin == url.origin)
    #expect(url.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test(
    "What readers might take differently is refused",
    arguments: [
      "", "a", "//a", "http", "http:", "http:/", "http://", "http:///", "http:///a", "http:a",
      "http:/a", "http:\\\\a", "http:\\\\a\\b", "ftp://a", "file:///a", "javascript:1", "http://?a",
      "http://#a", "http://:80", "http://@", "http://u@", "http://u@:80/", "http://@/a@b",
      // Backslashes, more than one @, what is not a user.
      "http://a\\@b/", "http://a\\b", "http://a/\\@b", "http://a/b\\c", "http://a@b@c/",
      "http://a@b\\@c", "http://é@a/", "http://b\u{338}@a/", "http://b\u{FF0F}@a/", "http://\"@a/",
      // Blanks and control characters.
      " http://a", "http://a ", "http://a b", "http://a/ ", "http://a\t/", "http://a/\n",
      "http://a\r\n/", "ht\ntp://a", "http://a/\u{0}", "http://a\u{7F}/", "http://a\u{A0}/",
      "http://a/\u{3000}", "http://a/\u{85}", "http://\u{FEFF}a/\u{2028}",
      // Ports.
      "http://a:b/", "http://a:99999/", "http://a:65536/", "http://a:0/", "http://a:-1/",
      "http://a:+80/", "http://a:8 0/", "http://a:80:80/", "http://a:８０/",
      "http://a:99999999999999999999/",
      // Names.
      "http://a..b/", "http://.a/", "http://./", "http://a../", "http://a%2eb/", "http://%61/",
      "http://a%00b/", "http://a!b/", "http://a,b/", "http://<a>/", "http://a^b/", "http://a|b/",
      "http://a[b]/", "http://a*/", "http://a`/", "http://a'/", "http://{page}/",
      "http://a\u{200B}b/", "http://a\u{200D}/", "http://a\u{AD}b/", "http://ａ/", "http://ⅷ/",
      "http://a\u{2044}b/", "http://a\u{2100}b/", "http://a／b/", "http://ﬀ.example/", "http://①/",
      "http://\u{338}a/", "http://💩.example/", "http://\u{212A}.example/", "http://xn--bücher/",
      "http://-ü/", "http://ü-/", "http://раypal.example/", "http://α\u{430}.example/",
      "http://\u{202E}a/", "http://a\u{FFFD}/", "http://\(String(repeating: "a", count: 64))/",
      // Addresses.
      "http://256.1.1.1/", "http://1.2.3.4.5/", "http://1.2.3.256/", "http://09/",
      "http://0x/0x1g.1",
      "http://1.2.3.08/", "http://4294967296/", "http://a.1/", "http://a.0x1/", "http://1..2/",
      "http://1.0x100000000/", "http://１２７.0.0.1/",
      "http://[]/", "http://[1]/", "http://[::1/", "http://::1/", "http://[::1]a/", "http://[:::]/",
      "http://[1::2::3]/", "http://[1:2:3:4:5:6:7:8:9]/", "http://[12345::]/", "http://[::g]/",
      "http://[::1%25eth0]/", "http://[::1.2.3]/", "http://[::1.2.3.400]/", "http://[::01.2.3.4]/",
      "http://[1.2.3.4::]/", "http://[v1.a]/", "http://[::+1]/",
    ])
  func refused(text: String) {
    // The first of these has an address behind it, which is the path of the next.
    if text == "http://0x/0x1g.1" { return #expect((try? WebURL(text))?.host == "0.0.0.0") }
    #expect(throws: WebURL.Problem.self) { try WebURL(text) }
    #expect(HTTPRequest(text).origin == nil)
  }

  @Test(
    "Two URLs are of one origin by their scheme, host and port alone",
    arguments: [
      ("http://a/", "HTTP://A:80/b", true), ("http://a/", "https://a/", false),
      ("http://a/", "http://a:81/", false), ("http://a/", "http://u:p@a/", true),
      ("http://a/", "http://a./", false), ("http://a/", "http://b.a/", false),
      ("http://a/", "http://a.b/", false), ("http://a/", "http://b/\u{338}@a/", false),
      ("http://a/", "http://b#@a/", false), ("http://a/", "http://b?@a/", false),
      ("http://a/", "http://a:80@b/", false), ("http://a/", "http://a@b/", false),
      ("http://127.0.0.1/", "http://127.1/", true),
      ("http://127.0.0.1/", "http://localhost/", false),
      ("http://[::1]/", "http://[0::1]/", true), ("http://[::1]/", "http://[::2]/", false),
      ("http://bücher.example/", "http://XN--BCHER-KVA.example/", true),
      ("http://bucher.example/", "http://bücher.example/", false),
    ])
  func origins(one: String, other: String, areSame: Bool) throws {
    let (one, other) = (try WebURL(one).origin, try WebURL(other).origin)
    #expect((one == other) == areSame)
  }

  @Test(
    "What stays on this machine is known by its address",
    arguments: [
      ("http://localhost/", true), ("http://LOCALHOST.:80/", true), ("http://127.0.0.1/", true),
      ("http://127.9.9.9/", true), ("http://0x7f.2/", true), ("http://[::1]/", true),
      ("http://[::ffff:127.1.2.3]/", true), ("http://127.evil.example/", false),
      ("http://127.0.0.1.evil.example/", false), ("http://localhost.evil.example/", false),
      ("http://[::2]/", false), ("http://[7f00::1]/", false), ("http://128.0.0.1/", false),
      ("http://127/", false), ("http://127a.0.0.1.example/", false),
    ])
  func loopback(text: String, isLoopback: Bool) throws {
    #expect(try WebURL(text).origin.isLoopback == isLoopback)
  }

  @Test(
    "A reason names what is wrong, and where",
    arguments: [
      ("http://a b/", "there is a space at column 9; write %20 for a space, or remove it"),
      ("http://ä/ö\t", "there is a tab at column 11; write %20 for a space, or remove it"),
      (
        "http://a/\u{A0}",
        "there is the character U+00A0 at column 10; write %20 for a space, or remove it"
      ),
      ("http://a:x/", "its port is not a number from 1 to 65535"),
      ("http://a!/", "“a!” cannot be a host"),
      (
        "http://a\\@b/",
        "“a\\@b/” cannot be a host"
      ),
      ("ftp://a/", nil), ("http://", nil),
    ] as [(String, String?)])
  func reasons(text: String, reason: String?) {
    guard text != "http://a\\@b/" else {
      #expect(
        throws: WebURL.Problem(
          reason: "it has a backslash, which is ambiguous; write / or %5C")
      ) { try WebURL(text) }
      return
    }
    #expect(throws: WebURL.Problem(reason: reason)) { try WebURL(text) }
  }

  @Test("Random bytes are refused or sent as the same URL, and never trap")
  func random() {
    var state: UInt64 = 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    let pieces = [
      "http://", "https://", "/", "@", ":", "?", "#", "\\", ".", "a", "0x", "127", "[", "]", "::1",
      "%", "\u{338}", "é", "。", " ", "-", "xn--", "\u{200D}", "1", "..", "80",
    ]
    for _ in 0..<20_000 {
      let text = "http://" + (0..<next(9)).map { _ in pieces[next(pieces.count)] }.joined()
      guard let url = try? WebURL(text) else { continue }
      let again = try? WebURL(url.text)
      #expect(again?.text == url.text && again?.origin == url.origin, "\(text.debugDescription)")
    }
  }
}
