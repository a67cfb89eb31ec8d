import Fetching
import Formats
import Reactive
import ReactiveExtras

/// A sign-in with a name and a password at a service, which responds with a token.
///
///     let signIn = TokenSignIn(url: "https://example.org/login")
///     signIn.token(for: credentials, over: transport)
///
/// The name and the password are sent as JSON, `{"username": …, "password": …}`, or as a form, as
/// in OAuth 2 (RFC 6749, 4.3). The response is JSON with the token in it.
public struct TokenSignIn: Hashable, Sendable {
  /// The format in which the name and the password are sent.
  public enum Encoding: String, Hashable, Sendable, CaseIterable {
    /// As a JSON object.
    case json
    /// As a web form, with `grant_type=password`.
    case form
  }

  /// The URL that the name and the password are sent to.
  package var url: String
  /// The format in which they are sent.
  package var encoding: Encoding
  /// The key of the name.
  package var usernameKey: String
  /// The key of the password.
  package var passwordKey: String
  /// The keys that lead to the token in the response, separated by full stops; nil to look for
  /// `access_token`, then for `token`.
  package var tokenPath: String?

  /// Makes a sign-in.
  ///
  /// - Parameters:
  ///   - url: The URL that receives the name and the password.
  ///   - encoding: The format in which they are sent.
  ///   - usernameKey: The key of the name.
  ///   - passwordKey: The key of the password.
  ///   - tokenPath: The keys that lead to the token in the response, separated by full stops; nil
  ///     to look for `access_token`, then for `token`.
  public init(
    url: String, encoding: Encoding = .json, usernameKey: String = "username",
    passwordKey: String = "password", tokenPath: String? = nil
  ) {
    (self.url, self.encoding, self.tokenPath) = (url, encoding, tokenPath)
    (self.usernameKey, self.passwordKey) = (usernameKey, passwordKey)
  }

  /// Makes a publisher of a token; each subscription signs in again.
  ///
  /// It fails with `TransportError.signInRefused` if the service refuses, and with
  /// `TransportError.noToken` if its response has no token.
  ///
  /// - Parameters:
  ///   - credentials: The name and the password.
  ///   - transport: The transport that sends them.
  package func token(
    for credentials: UserCredentials, over transport: some Transport
  ) -> AnyPublisher<AccessToken, TransportError> {
    let request = request(for: credentials)
    return transport.response(to: request).attempting { response throws(TransportError) in
      try token(in: response, hiding: credentials.password)
    }
  }

  private func request(for credentials: UserCredentials) -> HTTPRequest {
    var request = HTTPRequest(url, method: .post, largestBody: 1 << 20)
    // Wherever else it led, the password would go, too.
    request.followsRedirections = false
    request.headers["Accept"] = "application/json"
    switch encoding {
    case .json:
      request.headers["Content-Type"] = "application/json"
      request.body =
        JSONValue.object([
          JSONMember(usernameKey, credentials.username),
          JSONMember(passwordKey, credentials.password),
        ]).compactText
    case .form:
      request.headers["Content-Type"] = "application/x-www-form-urlencoded"
      let fields = [
        ("grant_type", "password"), (usernameKey, credentials.username),
        (passwordKey, credentials.password),
      ]
      request.body = fields.map { "\($0.0.percentEncoded)=\($0.1.percentEncoded)" }
        .joined(separator: "&")
    }
    return request
  }

  private var address: String { HTTPRequest(url).address }

  /// - Parameter password: The text that no message may have.
  private func token(
    in response: HTTPResponse, hiding password: String
  ) throws(TransportError) -> AccessToken {
    guard response.isSuccess else {
      throw .signInRefused(
        address, status: response.status, message: response.ownWords(hiding: [password]))
    }
    guard let json = try? JSONReader.read(response.body) else {
      throw .noToken(address, reason: "it is not JSON")
    }
    let paths = tokenPath.map { [$0] } ?? ["access_token", "token"]
    let found = paths.lazy.compactMap { json.value(at: $0) }.first
    switch found {
    case .string(let text)?:
      if let token = AccessToken(text) { return token }
      throw .noToken(address, reason: "its token is empty or not valid")
    case nil: throw .noToken(address, reason: "it has no \(paths.joined(separator: " or "))")
    default: throw .noToken(address, reason: "its token is not text")
    }
  }
}

extension JSONValue {
  /// The value at a path of keys separated by full stops; nil if there is none.
  fileprivate func value(at path: String) -> JSONValue? {
    var value = self
    for key in path.utf8.split(separator: UInt8(ascii: ".")) {
      guard case .object(let members) = value,
        let member = members.first(where: { $0.key.utf8.elementsEqual(key) })
      else { return nil }
      value = member.value
    }
    return value
  }
}
