import Fetching

/// The address of documents: a file or a folder of files on this machine, or a file on the web.
///
///     try StreamAddress("https://example.org/streams.json")
///     try StreamAddress("file:///srv/my%20streams")  // the same as /srv/my streams
public enum StreamAddress: Hashable, Sendable {
  /// A file, or a folder of files whose names end in `.json`, by its path.
  case local(path: String)
  /// A file on the web, by its URL, which begins with `http://` or `https://`.
  case web(url: String)

  /// Parses a path or a URL, as given on a command line.
  ///
  /// - Throws: ``StreamStoreError/unreachable(_:)`` for a URL that cannot be requested, and
  ///   ``StreamStoreError/unreadable(path:reason:)`` for a URL with another scheme, of a file on
  ///   another machine, or of a file with a `%` not followed by two digits.
  public init(_ text: String) throws(StreamStoreError) {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      StreamAddress.isScheme(bytes[..<colon]), bytes[colon...].starts(with: ":/".utf8)
    else {
      self = .local(path: text)
      return
    }
    switch text[..<colon].lowercased() {
    case "http", "https":
      do throws(TransportError) { try HTTPRequest(text).validate() } catch {
        throw .unreachable(error)
      }
      self = .web(url: text)
    case "file":
      self = .local(path: try StreamAddress.path(in: bytes[colon...].dropFirst(), of: text))
    default:
      throw .unreadable(
        path: HTTPRequest(text).address,
        reason: "only URLs with file:, http: or https: can be read")
    }
  }

  /// Returns true if text can be the scheme of a URL (RFC 3986, 3.1).
  private static func isScheme(_ text: Substring.UTF8View) -> Bool {
    guard let first = text.first, isLetter(first) else { return false }
    return text.allSatisfy { isLetter($0) || $0 &- 0x30 < 10 || "+-.".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

  /// Returns the path in a file's URL, from the part after `file:` (RFC 8089).
  private static func path(
    in rest: Substring.UTF8View, of url: String
  ) throws(StreamStoreError) -> String {
    var path = rest
    if path.starts(with: "//".utf8) {
      path = path.dropFirst(2)
      let host = String(Substring(path.prefix { $0 != UInt8(ascii: "/") }))
      guard host.isEmpty || host.lowercased() == "localhost" else {
        throw .unreadable(path: url, reason: "\(host) is another machine; write file:///")
      }
      path = path.dropFirst(host.utf8.count)
    }
    var bytes: [UInt8] = []
    var left = path[...]
    while let byte = left.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = left.prefix(2).compactMap(\.hexadecimalValue)
      guard digits.count == 2, digits != [0, 0] else {
        throw .unreadable(
          path: url, reason: "two hexadecimal digits, not 00, were expected after %, as in %20")
      }
      bytes.append(UInt8(digits[0] * 16 + digits[1]))
      left = left.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension StreamAddress: CustomStringConvertible {
  /// The path, or the URL without its user and query, which may contain keys.
  public var description: String {
    switch self {
    case .local(let path): path
    case .web(let url): HTTPRequest(url).address
    }
  }
}
