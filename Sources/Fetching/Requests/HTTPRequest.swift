/// A request to a ``Transport``: a URL, headers, and limits for the answer.
///
///     var request = HTTPRequest("https://example.org/users.json")
///     request.headers["If-None-Match"] = knownTag
///
/// A request that sends something to a service has a method and a body:
///
///     var login = HTTPRequest("https://example.org/token", method: .post)
///     login.headers["Content-Type"] = "application/json"
///     login.body = #"{"name": "ada", "password": "…"}"#
///
/// A key may stand in the URL's query, in a header or in the body: none of them is part of
/// `description`.
public struct HTTPRequest: Hashable, Sendable {
  /// The method of a request (RFC 9110, 9.3).
  public enum Method: String, Hashable, Sendable, CaseIterable {
    /// Sends what is there.
    case get = "GET"
    /// Takes the body, as a form or a new entry is sent.
    case post = "POST"
    /// Replaces what is there by the body.
    case put = "PUT"
    /// Changes what is there by the body.
    case patch = "PATCH"
    /// Removes what is there.
    case delete = "DELETE"
  }

  /// The URL as text, with `http` or `https`.
  public var url: String
  /// The method.
  public var method: Method
  /// The headers.
  public var headers: HTTPHeaders
  /// The text that is sent, in UTF-8; nil for none. A server is told its kind by the header
  /// `Content-Type`.
  public var body: String?
  /// The longest time that the whole answer may take.
  public var timeout: Duration
  /// The most bytes that the answer's body may have; more is an error and is not kept.
  public var largestBody: Int
  /// False if an answer that leads elsewhere (status 300 to 399) is the answer, so that a body with
  /// a password goes nowhere else. Those of a session of Foundation are the session's.
  public var followsRedirections = true

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - url: The URL as text, with `http` or `https`.
  ///   - method: The method.
  ///   - headers: The headers.
  ///   - body: The text that is sent.
  ///   - timeout: The longest time that the whole answer may take.
  ///   - largestBody: The most bytes that the answer's body may have.
  public init(
    _ url: String, method: Method = .get, headers: HTTPHeaders = [:], body: String? = nil,
    timeout: Duration = .seconds(15), largestBody: Int = 4 << 20
  ) {
    (self.url, self.method, self.headers, self.body) = (url, method, headers, body)
    (self.timeout, self.largestBody) = (timeout, largestBody)
  }

  /// The URL without its user, query and fragment, where keys stand: safe to show.
  public var place: String {
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let shown = url[..<end]
    guard let host = Self.start(ofAuthorityOf: shown) else { return String(shown) }
    let slash = shown[host...].firstIndex(of: "/") ?? shown.endIndex
    guard let at = shown[host..<slash].lastIndex(of: "@") else { return String(shown) }
    return String(shown[..<host] + shown[shown.index(after: at)...])
  }

  /// The place in words, where it leads to another one that is meant.
  ///
  /// - Parameter other: The place of the ``HTTPResponse``; nil for the one that is asked.
  package func place(leadingTo other: String?) -> String {
    other.map { $0 == place ? $0 : "\($0) (where \(place) leads)" } ?? place
  }

  /// Throws an error if the request cannot be sent.
  ///
  /// - Throws: ``TransportError/notURL(_:)`` for a URL without `http://` or `https://` or without
  ///   a host, or with blanks or control characters in it;
  ///   ``TransportError/invalidHeader(name:)`` for a name that is no token, or a value with a line
  ///   break or another control character;
  ///   ``TransportError/invalidBody(_:)`` for a body with a NUL.
  public func validate() throws(TransportError) {
    let isClean = url.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    guard isClean, let host = Self.start(ofAuthorityOf: url[...]), host < url.endIndex,
      !"/?#:@".contains(url[host])
    else { throw .notURL(place) }
    if body?.utf8.contains(0) == true { throw .invalidBody(place) }
    for (name, value) in headers {
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken),
        value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" })
      else { throw .invalidHeader(name: name) }
    }
  }

  /// Returns the URL that an answer leads to.
  ///
  /// - Parameters:
  ///   - location: The header `Location`: a URL, or the part of one that differs (RFC 3986, 4.2).
  ///   - url: The URL that was asked.
  static func url(_ location: String, from url: String) -> String {
    guard start(ofAuthorityOf: location[...]) == nil, let host = start(ofAuthorityOf: url[...])
    else { return location }
    if location.hasPrefix("//") { return String(url[..<host].dropLast(2)) + location }
    let pathEnd = url[host...].firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    let root = url[host..<pathEnd].firstIndex(of: "/") ?? pathEnd
    if location.hasPrefix("/") { return String(url[..<root]) + location }
    if location.hasPrefix("?") { return String(url[..<pathEnd]) + location }
    let folder = url[root..<pathEnd].lastIndex(of: "/") ?? root
    return String(url[..<folder]) + "/" + location
  }

  /// The start of a URL's host, or of the user before it; nil without `http://` or `https://`.
  static func start(ofAuthorityOf url: Substring) -> Substring.Index? {
    for scheme in ["http://", "https://"] where url.lowercased().hasPrefix(scheme) {
      return url.index(url.startIndex, offsetBy: scheme.count)
    }
    return nil
  }

  /// Returns true if a byte may be part of a header's name (RFC 9110, 5.6.2).
  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

extension HTTPRequest: CustomStringConvertible {
  /// The place that is asked, without secrets.
  public var description: String { "\(method.rawValue) \(place)" }
}
