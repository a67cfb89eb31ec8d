import Fetching
import Testing

@testable import ViewModels

@Suite("A service's own words about a refusal")
struct ServiceMessageTests {
  @Test(
    "They are found where services have them",
    arguments: [
      (#"{"message": "no."}"#, "no"), (#"{"error": "no"}"#, "no"),
      (#"{"error": {"code": 7, "message": "no"}}"#, "no"),
      (#"{"errors": [{"message": "no"}]}"#, "no"),
      (#"{"errors": [{"title": "Bad", "detail": "no"}]}"#, "no"),
      (#"{"errors": ["no", "x"]}"#, "no"),
      (#"{"errors": {"name": ["is empty", "x"]}}"#, "name is empty"),
      (#"{"type": "about:blank", "title": "Bad", "detail": "no", "status": 400}"#, "no"),
      (#"{"title": "Bad", "status": 400}"#, "Bad"),
      (#"{"detail": [{"loc": ["q"], "msg": "no"}]}"#, "no"),
      (#"{"error": "invalid_grant", "error_description": "no"}"#, "no"),
      (#"{"error": true, "reason": "no"}"#, "no"), (#"{"message": null, "detail": "no"}"#, "no"),
      (#"{"message": "", "title": "no"}"#, "no"),
      ("{}", nil), ("[]", nil), ("", nil), ("<html>", nil), (#""no""#, nil),
      (#"{"message": 7}"#, nil),
      (#"{"message": " \n"}"#, nil), (#"{"x": "no"}"#, nil), (#"{"errors": []}"#, nil),
    ] as [(String, String?)])
  func found(body: String, words: String?) {
    for status in [400, 404, 409, 422, 500] {
      let response = HTTPResponse(status: status, body: Array(body.utf8))
      #expect(response.ownWords(hiding: []) == words)
    }
    #expect(HTTPResponse(status: 200, body: Array(body.utf8)).ownWords(hiding: []) == nil)
  }

  @Test(
    "They are made safe to be shown",
    arguments: [
      ("a\u{1B}]0;t\u{7}b", "a ]0;t b"), ("a\r\n\t b", "a b"),
      ("a\u{202E}b\u{2066}c\u{200B}", "abc"),
      ("a\u{85}b\u{2028}c", "a b c"), ("a\u{0}b", "a b"), ("\u{FEFF}ü👍", "ü👍"),
      (String(repeating: "é", count: 300), String(repeating: "é", count: 200) + "…"),
      (
        "e" + String(repeating: "\u{301}", count: 1000),
        "e" + String(repeating: "\u{301}", count: 199) + "…"
      ),
    ])
  func safe(words: String, shown: String) { #expect(words.foreignLine(limit: 200) == shown) }

  @Test("What was sent as a key is hidden by its bytes, in the request's headers and its query")
  func hidden() {
    let request = HTTPRequest(
      "http://a/?api_key=q-secret&q=London&sig=abc",
      headers: ["X-Key": "h-secret", "Authorization": "Bearer b-secret", "Accept": "text/plain"])
    let words = "h-secret\u{338} b-secret q-secret Bearer b-secret London text/plain"
    let response = HTTPResponse(status: 400, body: Array(#"{"message": "\#(words)"}"#.utf8))
    #expect(
      response.ownWords(hiding: request.secrets)
        == "<secret>\u{338} <secret> <secret> <secret> London text/plain")
  }

  @Test(
    "A query of any form has its keys",
    arguments: [
      ("?", []), ("?=", []), ("?&&=&a&=b", []), ("?key=", []), ("?key==long", ["=long"]),
      ("?a=b&Api-Key=a%20b", ["a%20b"]), ("", []),
    ] as [(String, [String])])
  func queries(query: String, secrets: [String]) {
    #expect(HTTPRequest("http://a/" + query).secrets == secrets)
  }

  @Test("A key of a weather service is hidden whatever mark follows it")
  func weatherKey() {
    #expect(WeatherKey("k3y")?.hidden(in: "bad k3y\u{338} and k3y") == "bad <key>\u{338} and <key>")
  }

  @Test(
    "A refusal of a resource has them, and a service that asks to wait is no refusal of the user",
    arguments: [
      (400, nil, "http://a/ refuses the request (status 400: “no”).", false),
      (422, nil, "http://a/ refuses the request (status 422: “no”).", false),
      (404, nil, "There is nothing at http://a/ (status 404: “no”). Check the address.", false),
      (
        403, nil,
        "http://a/ does not show this to the signed-in user (status 403: “no”). Ask its "
          + "administrator.", true
      ),
      (403, "7", "http://a/ is busy (status 403: “no”). Try again in 7 seconds.", false),
    ] as [(Int, String?, String, Bool)])
  func sentences(status: Int, wait: String?, sentence: String, isRefused: Bool) {
    let response = HTTPResponse(
      status: status, headers: wait.map { ["Retry-After": $0] } ?? [:],
      body: Array(#"{"message": "no"}"#.utf8))
    let error = ResourceError(response, to: HTTPRequest("http://a/?q"))
    #expect("\(error)" == sentence && error.isRefusedAccess == isRefused)
  }
}
