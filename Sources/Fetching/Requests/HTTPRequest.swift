/// A request to a ``Transport``: a URL, headers, and limits for the answer.
///
///     var request = HTTPRequest("https://example.org/users.json")
///     request.headers["If-None-Match"] = knownTag
///
/// Always a GET. A key may stand in the URL's query or in a header: neither is part of
/// `description`.
public struct HTTPRequest: Hashable, Sendable {
  /// The URL as text, with `http` or `https`.
  public var url: String
  /// The headers.
  public var headers: HTTPHeaders
  /// The longest time that the whole answer may take.
  public var timeout: Duration
  /// The most bytes that the answer's body may have; more is an error and is not kept.
  public var largestBody: Int

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - url: The URL as text, with `http` or `https`.
  ///   - headers: The headers.
  ///   - timeout: The longest time that the whole answer may take.
  ///   - largestBody: The most bytes that the answer's body may have.
  public init(
    _ url: String, headers: HTTPHeaders = [:], timeout: Duration = .seconds(15),
    largestBody: Int = 4 << 20
  ) {
    (self.url, self.headers) = (url, headers)
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

  /// Throws an error if the request cannot be sent.
  ///
  /// - Throws: ``TransportError/notURL(_:)`` for a URL without `http://` or `https://` or without
  ///   a host, or with blanks or control characters in it;
  ///   ``TransportError/invalidHeader(name:)`` for a name that is no token, or a value with a line
  ///   break or another control character.
  public func validate() throws(TransportError) {
    let isClean = url.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    guard isClean, let host = Self.start(ofAuthorityOf: url[...]), host < url.endIndex,
      !"/?#:@".contains(url[host])
    else { throw .notURL(place) }
    for (name, value) in headers {
      guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken),
        value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" })
      else { throw .invalidHeader(name: name) }
    }
  }

  /// The start of a URL's host, or of the user before it; nil without `http://` or `https://`.
  private static func start(ofAuthorityOf url: Substring) -> Substring.Index? {
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
  public var description: String { "GET \(place)" }
}
