import Fetching
import Testing

@Suite("Links in headers, and the URLs that they stand for")
struct LinkTests {
  @Test(
    "A link is found by its relation",
    arguments: [
      (#"<https://a.example/?p=2>; rel="next""#, "https://a.example/?p=2"),
      ("</x>; rel=next", "/x"), (#"</x> ; title="a, b; c" ; REL="prev NEXT""#, "/x"),
      (#"</a>; rel="first", </b>; rel="next", </c>; rel="last""#, "/b"),
      (#"<?a=1,2;3>; rel="next""#, "?a=1,2;3"),
      (#"</a>; title="\"<b>; rel=next"; rel=last, </c>; rel=next"#, "/c"),
      (#"</a>; rel="first"; rel="next""#, nil), ("", nil), ("</a>", nil), ("</a; rel=next", nil),
      ("nothing", nil), (#"</a>; rel="nextest""#, nil),
    ] as [(String, String?)])
  func links(value: String, expected: String?) {
    let headers: HTTPHeaders = ["link": value]
    #expect(headers.link("next") == expected)
    #expect(headers.hasLinks)
  }

  @Test("A header that occurs twice is read as one")
  func twice() {
    let headers = HTTPHeaders([("Link", "</a>; rel=prev"), ("LINK", "</b>; rel=next")])
    #expect(headers.link("next") == "/b" && headers.link("prev") == "/a")
    #expect(!HTTPHeaders([]).hasLinks)
  }

  @Test(
    "A reference stands for a URL (RFC 3986, 5.4)",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
      ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../../../g", "http://a/g"),
      ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("https://b.example/x?y", "https://b.example/x?y"), ("HTTP://b", "http://b"),
      ("?next=http://x", "http://a/b/c/d;p?next=http://x"),
      (" g ", "http://a/b/c/g"), ("a b", "http://a/b/c/a%20b"), ("é", "http://a/b/c/%C3%A9"),
      ("http:/\u{338}/x", nil), ("\\\\b\\x", nil), ("/\\b/x", nil), ("http://b\\@a/x", nil),
      ("http:g", nil), ("http:\\\\b", nil), ("a\tb", nil), ("//b:99999/", nil),
      ("file:///etc/passwd", nil), ("mailto:x", nil), ("javascript:alert(1)", nil),
    ] as [(String, String?)])
  func references(reference: String, expected: String?) {
    #expect(HTTPRequest("http://a/b/c/d;p?q").url(of: reference) == expected)
  }

  @Test("A URL without a path is a folder")
  func withoutPath() {
    #expect(HTTPRequest("http://a?q").url(of: "g") == "http://a/g")
    #expect(HTTPRequest("http://a").url(of: "?q") == "http://a?q")
    #expect(HTTPRequest("a").url(of: "g") == nil)
  }
}
