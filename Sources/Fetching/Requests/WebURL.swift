import Formats

/// A web URL, parsed by its bytes (RFC 3986), and written so that all readers agree on its server.
///
///     let url = try WebURL("HTTP://BÜCHER.example:80/a?b#c")
///     url.text  // "http://xn--bcher-kva.example/a?b"
///
/// The origin decides who receives a key. Therefore ambiguous URLs are refused: a backslash before
/// the query, a second `@`, a host with `%` or with a character that looks like another. Hosts are
/// compared in lower case, IPv4 and IPv6 addresses by their number, and a non-ASCII name by its
/// Punycode. A path, a query and a fragment keep their bytes, with `%` and two digits for those
/// that are not ASCII.
package struct WebURL: Hashable, Sendable {
  /// The reason why a string is not a URL that can be requested; nil if it does not begin with
  /// `http://` or `https://` and a host.
  package struct Problem: Error, Hashable, Sendable { package let reason: String? }

  /// `http` or `https`.
  package let scheme: String
  /// The user, usually with a colon and a password, as written before an `@`; nil for none.
  package let user: String?
  /// The host in lower case; an IPv6 address with its brackets.
  package let host: String
  /// The port, even if the URL omits it.
  package let port: Int
  /// The path; it is empty or begins with a slash.
  package private(set) var path: String
  /// The query without its question mark; nil for none.
  package private(set) var query: String?
  /// The fragment without its number sign, which is never sent; nil for none.
  package private(set) var fragment: String?

  /// Reads a URL.
  package init(_ text: String) throws(Problem) {
    let bytes = Array(text.utf8)
    if let blank = Blank(in: text) { throw Problem(reason: blank.reason) }
    guard let scheme = ["http", "https"].first(where: { bytes.hasPrefix($0 + "://") }) else {
      throw Problem(reason: nil)
    }
    let rest = bytes[(scheme.utf8.count + 3)...]
    let end = rest.firstIndex(where: Self.endsAuthority) ?? rest.endIndex
    let authority = rest[..<end]
    let at = authority.lastIndex(of: UInt8(ascii: "@"))
    let server = at.map { authority[($0 + 1)...] } ?? authority
    guard !server.isEmpty, server.first != UInt8(ascii: ":") else { throw Problem(reason: nil) }
    self.scheme = scheme
    user = try at.map { at throws(Problem) in try Self.user(authority[..<at]) }
    // The colons of an IPv6 address are in brackets.
    let hostEnd = server.lastIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? server.startIndex
    let colon = server[hostEnd...].firstIndex(of: UInt8(ascii: ":"))
    let host = server[..<(colon ?? server.endIndex)]
    guard let name = HostName(host) else {
      throw Problem(reason: "“\(String(decoding: host, as: UTF8.self))” cannot be a host")
    }
    self.host = name.text
    port = try Self.port(colon.map { server[($0 + 1)...] } ?? [], scheme)
    let parts = Parts(bytes[end...])
    guard !parts.path.contains(UInt8(ascii: "\\")) else { throw Self.backslash }
    path = Self.encoded(parts.path)
    (query, fragment) = (parts.query.map(Self.encoded), parts.fragment.map(Self.encoded))
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    // A backslash also ends it: the next check refuses it.
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
      || byte == UInt8(ascii: "\\")
  }

  private static let backslash = Problem(
    reason: "it has a backslash, which is ambiguous; write / or %5C")

  private static func user(_ bytes: ArraySlice<UInt8>) throws(Problem) -> String {
    // Unreserved characters, escapes and the other characters that are allowed there.
    let isPlain = bytes.allSatisfy { $0.isLetterOrDigit || "-._~%!$&'()*+,;=:".utf8.contains($0) }
    guard isPlain else {
      throw Problem(reason: "its user has a character that must be written with %, as %40 for @")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func port(_ digits: ArraySlice<UInt8>, _ scheme: String) throws(Problem) -> Int {
    if digits.isEmpty { return scheme == "https" ? 443 : 80 }
    let text = String(decoding: digits, as: UTF8.self)
    guard digits.allSatisfy(\.isDigit), let port = Int(text), 1...65_535 ~= port else {
      // It may be the beginning of a password that contains a slash.
      throw Problem(reason: "its port is not a number from 1 to 65535")
    }
    return port
  }

  private static func encoded(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes {
      if byte > 0x20, byte < 0x7F { text.append(byte) } else { text += byte.percentEncoded.utf8 }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension WebURL {
  /// The scheme, the host and the port, without a user.
  private var server: String {
    let isUsual = port == (scheme == "https" ? 443 : 80)
    return "\(scheme)://\(host)\(isUsual ? "" : ":\(port)")"
  }

  /// The URL without its user, query and fragment, which may contain keys: safe to show.
  package var address: String { server + path }

  /// The URL as it is sent.
  package var text: String {
    let user = user.map { "\($0)@" } ?? ""
    return "\(scheme)://\(user)\(server.dropFirst(scheme.utf8.count + 3))\(path)"
      + (query.map { "?\($0)" } ?? "")
  }

  /// The server of the URL.
  package var origin: HTTPRequest.Origin {
    HTTPRequest.Origin(scheme: scheme, host: host, port: port)
  }

  /// Resolves a reference in a response from this URL (RFC 3986, 5.2); nil if it has another
  /// scheme, or cannot be read. A blank is read as `%20`.
  package func resolving(_ reference: String) -> WebURL? {
    var bytes = reference.utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 == 0x20 }[...]
    while bytes.last == 0x20 { bytes.removeLast() }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return nil }
    let text = String(Substring(bytes)).replacingBytes(" ", with: "%20")
    let head = bytes.prefix { !Self.endsAuthority($0) }
    if let colon = head.firstIndex(of: UInt8(ascii: ":")),
      head[..<colon].allSatisfy({ $0.isLetterOrDigit || "+-.".utf8.contains($0) })
    {
      return try? WebURL(text)
    }
    if bytes.hasPrefix("//") { return try? WebURL("\(scheme):\(text)") }
    let parts = Parts(Array(text.utf8)[...])
    guard !parts.path.contains(UInt8(ascii: "\\")) else { return nil }
    var url = self
    url.fragment = nil
    if !parts.path.isEmpty {
      let folder =
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8[...$0] } ?? "/".utf8[...]
      let isWhole = parts.path.first == UInt8(ascii: "/")
      url.path = Self.encoded(Self.withoutDots((isWhole ? [] : Array(folder)) + parts.path))
      url.query = nil
    }
    if let query = parts.query { url.query = Self.encoded(query) }
    return url
  }

  /// Returns a path without the segments `.` and `..`, which mean this folder and its parent.
  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    var steps: [ArraySlice<UInt8>] = []
    let all = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    for (index, step) in all.enumerated() {
      let isLast = index == all.count - 1
      switch String(decoding: step, as: UTF8.self) {
      case ".": if isLast { steps.append([]) }
      case "..":
        _ = steps.popLast()
        if isLast { steps.append([]) }
      default: steps.append(step)
      }
    }
    return [UInt8(ascii: "/")] + steps.joined(separator: [UInt8(ascii: "/")])
  }
}

/// The part after the host: a path, a query, a fragment.
private struct Parts {
  let path: ArraySlice<UInt8>
  let query: ArraySlice<UInt8>?
  let fragment: ArraySlice<UInt8>?

  init(_ bytes: ArraySlice<UInt8>) {
    let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
    fragment = hash.map { bytes[($0 + 1)...] }
    let sent = bytes[..<(hash ?? bytes.endIndex)]
    let mark = sent.firstIndex(of: UInt8(ascii: "?"))
    query = mark.map { sent[($0 + 1)...] }
    path = sent[..<(mark ?? sent.endIndex)]
  }
}

/// A blank or a control character, neither of which is valid in a URL.
private struct Blank {
  let reason: String

  init?(in text: String) {
    for (index, scalar) in text.unicodeScalars.enumerated() {
      guard scalar.value <= 0x20 || 0x7F...0x9F ~= scalar.value || scalar.properties.isWhitespace
      else { continue }
      let name =
        scalar == " "
        ? "a space"
        : scalar == "\t"
          ? "a tab"
          : "the character U+" + String(hexadecimal: scalar.value, width: 4, uppercase: true)
      reason = "there is \(name) at column \(index + 1); write %20 for a space, or remove it"
      return
    }
    return nil
  }
}
