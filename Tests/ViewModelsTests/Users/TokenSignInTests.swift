import Fetching
import Reactive
import ReactiveExtras
import TestSupport
import Testing
import ViewModels

@Suite("A sign-in that gets a token")
struct TokenSignInTests {
  private let credentials = UserCredentials(username: "an\"n", password: "p&=ä +\\")

  /// Signs in where the answer is given.
  private func token(
    _ signIn: TokenSignIn, answering response: HTTPResponse
  ) -> (requests: [HTTPRequest], result: Result<AccessToken, TransportError>?) {
    let requests = Locked<[HTTPRequest]>([])
    let transport = ScriptedTransport { request in
      requests.withLock { $0.append(request) }
      return .success(response)
    }
    var token: Result<AccessToken, TransportError>?
    signIn.token(for: credentials, over: transport).callback { result in
      token = result.map { $0! }
    }
    return (requests.withLock { $0 }, token)
  }

  private func answer(_ json: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(json.utf8))
  }

  @Test("The name and the password are sent as JSON, and nowhere else")
  func json() throws {
    let (requests, result) = token(
      TokenSignIn(url: "https://example.org/login"), answering: answer(#"{"token": "abc"}"#))
    let request = try #require(requests.first)
    #expect(request.method == .post)
    #expect(request.headers["Content-Type"] == "application/json")
    #expect(request.body == #"{"username":"an\"n","password":"p&=ä +\\"}"#)
    #expect(!request.followsRedirections)
    #expect("\(request)" == "POST https://example.org/login")
    #expect(result == .success(AccessToken("abc")!))
  }

  @Test("A refusal is quoted, without the password")
  func quoted() {
    let password = #"p&=ä +\\"#
    let (_, result) = token(
      TokenSignIn(url: "https://example.org/login"),
      answering: answer(
        #"{"error": "invalid_grant", "error_description": "no \#(password)\u0338 here"}"#,
        status: 400))
    #expect(
      result
        == .failure(
          .signInRefused(
            "https://example.org/login", status: 400, message: "no <secret>\u{338} here")))
  }

  @Test("They are sent as a form, as in OAuth 2, under other keys if need be")
  func form() {
    let signIn = TokenSignIn(
      url: "https://example.org/login", encoding: .form, usernameKey: "user name",
      passwordKey: "pw")
    let (requests, _) = token(signIn, answering: answer(#"{"access_token": "abc"}"#))
    #expect(
      requests.first?.body
        == "grant_type=password&user%20name=an%22n&pw=p%26%3D%C3%A4%20%2B%5C")
    #expect(requests.first?.headers["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test(
    "The token is found where it is said to be, or under a usual key",
    arguments: [
      (nil, #"{"token": "b", "access_token": "a"}"#, "a"),
      (nil, #"{"token": "b"}"#, "b"),
      ("data.jwt", #"{"data": {"jwt": "c"}, "token": "b"}"#, "c"),
    ] as [(String?, String, String)])
  func path(path: String?, json: String, expected: String) {
    let signIn = TokenSignIn(url: "https://example.org/login", tokenPath: path)
    #expect(token(signIn, answering: answer(json)).result == .success(AccessToken(expected)!))
  }

  @Test(
    "An answer without a token is a sentence that says what is missing",
    arguments: [
      ("<html>", "it is not JSON"), ("{}", "it has no access_token or token"),
      ("[]", "it has no access_token or token"), (#"{"token": 7}"#, "its token is not text"),
      (#"{"token": "a\nb"}"#, "its token is empty or not valid"),
    ])
  func missing(body: String, reason: String) throws {
    let signIn = TokenSignIn(url: "https://u:p@example.org/login?key=secret")
    let result = try #require(token(signIn, answering: answer(body)).result)
    #expect(result == .failure(.noToken("https://example.org/login", reason: reason)))
  }

  @Test(
    "A refusal says what to check",
    arguments: [
      (401, true, "Check the name and the password."),
      (400, true, "Check the name and the password."),
      (404, false, "Check the address."), (307, false, "Check the address."),
      (503, false, "Try again later."),
    ])
  func refused(status: Int, isOfCredentials: Bool, advice: String) {
    let result = token(
      TokenSignIn(url: "https://example.org/login"), answering: answer("{}", status: status)
    ).result
    let error = TransportError.signInRefused("https://example.org/login", status: status)
    #expect(result == .failure(error))
    #expect(error.isOfCredentials == isOfCredentials)
    #expect("\(error)".hasSuffix("was refused (status \(status)). " + advice))
  }

  @Test("curl sends a password to no other server than the one that was named")
  func redirected() async {
    let other = LoopbackHTTPServer { _ in .page(#"{"token": "abc"}"#) }
    let target = other.url("/")
    let server = LoopbackHTTPServer { _ in
      .page("", status: 307, headers: ["Location": target])
    }
    let result = await TokenSignIn(url: server.url("/login"))
      .token(for: credentials, over: CurlTransport()).outcome()
    #expect(result == .failure(.signInRefused(server.url("/login"), status: 307)))
    #expect(other.requests.isEmpty)
  }
}
