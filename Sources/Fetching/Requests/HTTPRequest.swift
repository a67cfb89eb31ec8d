/// A request to a ``Transport``: a URL, headers, and limits for the response.
///
///     var request = HTTPRequest("https://example.org/users.json")
///     request.headers["If-None-Match"] = knownTag
///
/// A request that sends data to a service has a method and a body:
///
///     var login = HTTPRequest("https://example.org/token", method: .post)
///     login.headers["Content-Type"] = "application/json"
///     login.body = #"{"name": "ada", "password": "…"}"#
///
/// A key may be in the URL's query, in a header or in the body: `description` omits all of these.
public struct HTTPRequest: Hashable, Sendable {
  /// The method of a request (RFC 9110, 9.3).
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Gets the resource.
    case get = "GET"
    /// Sends the body, such as a form or a new entry.
    case post = "POST"
    /// Replaces the resource by the body.
    case put = "PUT"
    /// Changes the resource by the body.
    case patch = "PATCH"
    /// Deletes the resource.
    case delete = "DELETE"
  }

  /// The URL as text, with `http` or `https`.
  public var url: String
  /// The method.
  public var method: Method
  /// The headers.
  public var headers: HTTPHeaders
  /// The text to send, in UTF-8; nil for none. The header `Content-Type` names its format.
  public var body: String?
  /// The maximum time for the whole response.
  public var timeout: Duration
  /// The maximum size of the response's body in bytes; a larger one is an error and is not kept.
  public var largestBody: Int
  /// False to return a redirection (status 300 to 399) as the response; a body with a password is
  /// then sent nowhere else. A Foundation session follows redirections by its own rules.
  ///
  /// Only a `GET` is sent to any address that a response names; another server receives neither its
  /// body nor headers that may contain a key. Any other method is repeated, with its body, for 307
  /// and 308 on the same server, and otherwise fails with the new address.
  public var followsRedirections = true

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - url: The URL as text, with `http` or `https`.
  ///   - method: The method.
  ///   - headers: The headers.
  ///   - body: The text to send.
  ///   - timeout: The maximum time for the whole response.
  ///   - largestBody: The maximum size of the response's body in bytes.
  public init(
    _ url: String, method: Method = .get, headers: HTTPHeaders = [:], body: String? = nil,
    timeout: Duration = .seconds(15), largestBody: Int = 4 << 20
  ) {
    (self.url, self.method, self.headers, self.body) = (url, method, headers, body)
    (self.timeout, self.largestBody) = (timeout, largestBody)
  }

  /// The URL without its user, query and fragment, which may contain keys: safe to show.
  ///
  /// Its host is written as it is compared and sent: in ASCII and lower case.
  public var address: String {
    if let url = try? WebURL(url) { return url.address }
    let shown = Array(url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    guard let scheme = shown.range(ofBytes: "://"),
      let at = shown.lastIndex(of: UInt8(ascii: "@")), at >= scheme.upperBound
    else { return String(decoding: shown, as: UTF8.self) }
    return String(decoding: shown[..<scheme.upperBound] + shown[(at + 1)...], as: UTF8.self)
  }

  /// The address in a sentence, with the address of the response.
  ///
  /// - Parameter other: The address of the ``HTTPResponse``; nil for the requested one.
  package func address(leadingTo other: String?) -> String {
    other.map { $0 == address ? $0 : "\($0) (where \(address) leads)" } ?? address
  }

  /// Throws an error if the request cannot be sent.
  ///
  /// - Throws: ``TransportError/notURL(_:reason:)`` for a URL without `http://` or `https://` or
  ///   without a host, with blanks or control characters, or whose server is ambiguous;
  ///   ``TransportError/invalidHeader(name:)`` for a name that is not a token, or a value with a
  ///   line break or another control character; ``TransportError/invalidBody(_:)`` for a body with
  ///   a NUL.
  package func validate() throws(TransportError) {
    _ = try webURL()
    if body?.utf8.contains(0) == true { throw .invalidBody(address) }
    for (name, value) in headers {
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken),
        value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
      else { throw .invalidHeader(name: name) }
    }
  }

  /// The parts of the URL.
  func webURL() throws(TransportError) -> WebURL {
    do throws(WebURL.Problem) { return try WebURL(url) } catch {
      throw .notURL(address, reason: error.reason)
    }
  }

  /// True if the URL has a user, and maybe a password.
  package var hasUser: Bool { (try? WebURL(url))?.user != nil }

  /// True if the URL has a query or a fragment.
  package var hasQuery: Bool {
    guard let url = try? WebURL(url) else { return false }
    return url.query != nil || url.fragment != nil
  }

  /// The URL as it is sent, whose server is unambiguous.
  package var sentURL: String { get throws(TransportError) { try webURL().text } }

  /// Resolves a reference in the response to this request (RFC 3986, 5.2): a whole URL, one without
  /// a scheme or a host, or a path.
  ///
  ///     let request = HTTPRequest("https://example.org/users?page=1")
  ///     request.url(of: "?page=2")  // "https://example.org/users?page=2"
  ///
  /// - Parameter reference: The original reference.
  /// - Returns: Nil if it has another scheme than `http` and `https`, or it or this request's URL
  ///   cannot be requested.
  package func url(of reference: String) -> String? {
    (try? WebURL(url))?.resolving(reference)?.text
  }

  /// Returns true if a byte may be part of a header's name (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// The method and the address, without secrets.
  public var description: String { "\(method.rawValue) \(address)" }
}
