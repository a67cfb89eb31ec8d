import Fetching
import Reactive
import TestSupport
import Testing

@Suite("Requests, answers and files that stand for them")
struct TransportTests {
  @Test(
    "A request is shown without key, user or fragment",
    arguments: [
      ("https://ann:secret@example.org/a?appid=secret#secret", "https://example.org/a"),
      ("http://example.org", "http://example.org"),
      ("http://example.org/a@b", "http://example.org/a@b"),
      ("HTTP://u@example.org:80/", "http://example.org/"),
      ("http://u:p/w@example.org/?q", "http://example.org/"),
      ("http://bücher.example/ü?q", "http://xn--bcher-kva.example/%C3%BC"),
      ("users.json", "users.json"),
    ])
  func place(url: String, place: String) {
    #expect(HTTPRequest(url).address == place)
    #expect("\(HTTPRequest(url, headers: ["X-Key": "secret"]))" == "GET \(place)")
  }

  @Test("What is sent is shown by its method and place alone")
  func sent() throws {
    var login = HTTPRequest("https://example.org/token", method: .post)
    login.headers["Content-Type"] = "application/json"
    login.body = #"{"name": "ada", "password": "…"}"#
    try login.validate()
    #expect("\(login)" == "POST https://example.org/token")
  }

  @Test(
    "A text that is not a URL of the web is refused",
    arguments: [
      "", "example.org", "file:///etc/passwd", "http://", "http:///path", "http://?q",
      "http://a b/", "http://a/\n", "https:/example.org", "ftp://a/", "http:a", "http://:80/",
      "http:/\u{338}/a",
    ])
  func notURL(text: String) {
    #expect(throws: TransportError.self) { try HTTPRequest(text).validate() }
  }

  @Test(
    "A header that would be more than one line, or no token, is refused",
    arguments: [
      ("X", "a\nb"), ("X", "\u{0}"), ("", "a"), ("@file", "a"), ("X Y", "a"), ("X:", "a"),
    ])
  func invalidHeader(name: String, value: String) {
    let request = HTTPRequest("http://example.org", headers: HTTPHeaders([(name, value)]))
    #expect(throws: TransportError.invalidHeader(name: name)) { try request.validate() }
  }

  @Test("Headers are found whatever the case, kept in order, and replaced when set")
  func headers() {
    var headers: HTTPHeaders = ["ETag": "1", "Set-Cookie": "a"]
    headers.append("set-cookie", "b")
    #expect(headers["etag"] == "1")
    #expect(headers.map(\.value) == ["1", "a", "b"])
    headers["SET-COOKIE"] = "c"
    #expect(headers.map(\.value) == ["1", "c"])
    headers["etag"] = nil
    #expect(headers.map(\.name) == ["SET-COOKIE"])
  }

  @Test(
    "Each failure is a sentence that says what, where and how to fix it",
    arguments: [
      (
        TransportError.notURL("users"),
        "“users” is not a URL; it must begin with http:// or https://, followed by a host."
      ),
      (
        .notURL("http://a/", reason: "there is a space at column 10"),
        "“http://a/” is not a URL that can be requested: there is a space at column 10."
      ),
      (
        .leadsElsewhere("http://a/", to: "ftp://b/", reason: "which is no address; check it"),
        "http://a/ leads to ftp://b/, which is no address; check it."
      ),
      (
        .timedOut("http://a/", after: .milliseconds(2_500)),
        "http://a/ did not respond within 2.5 seconds. Try again later."
      ),
      (
        .tooLarge("http://a/", limit: 4 << 20),
        "The response from http://a/ is larger than 4 MiB. Check the address."
      ),
      (
        .toolMissing(name: "curl"),
        "curl is not installed, or not in PATH, and nothing can be fetched without it. "
          + "Install the package curl, or name files instead."
      ),
      (
        .unreachable("http://a/", reason: "the host name cannot be resolved"),
        "http://a/ cannot be reached: the host name cannot be resolved. "
          + "Check the address and the network, and try again."
      ),
    ])
  func sentences(error: TransportError, sentence: String) {
    #expect("\(error)" == sentence)
  }

  @Test("A file stands for a URL by how its path ends")
  func files() {
    let folder = ScratchFolder()
    let transport = FileTransport([
      "/weather": folder.write("current.json", "now".utf8),
      "/forecast": folder.write("forecast.json", "later".utf8),
    ])
    func body(_ url: String) -> [String] {
      transport.response(to: HTTPRequest(url)).map(\.text).log()
    }
    #expect(body("https://a.org/2.5/weather?appid=1") == ["subscription", "value now", "finished"])
    #expect(body("https://a.org/forecast") == ["subscription", "value later", "finished"])
    #expect(
      transport.response(to: HTTPRequest("https://a.org/x?appid=1")).log().last
        == "failure No file was given for https://a.org/x.")
  }

  @Test("A file that is missing, too large or no file is an error with its path")
  func fileFailures() {
    let folder = ScratchFolder()
    let path = folder.write("large", "12345".utf8)
    func failure(_ path: String) -> String? {
      FileTransport { _ in path }.response(to: HTTPRequest("http://a/", largestBody: 4)).log().last
    }
    let advice = "Check the file and its permissions."
    #expect(failure("/none") == "failure Cannot read /none: no such file. \(advice)")
    #expect(failure(path) == "failure Cannot read \(path): it is larger than 4 bytes. \(advice)")
    #expect(
      failure("/dev/null") == "failure Cannot read /dev/null: it is not a regular file. \(advice)")
  }
}
