import Formats

extension ResponseCache {
  /// The identity of a response: the requested URL, and for whom.
  ///
  ///     ResponseCache.Key(
  ///       url: "https://example.org/forecast?q=Oslo&appid=0123", leavingOut: ["appid"])
  ///
  /// Only its SHA-256 is stored, as the name of a file. The URL's user, password and fragment are
  /// ignored.
  package struct Key: Hashable, Sendable {
    /// 64 hexadecimal digits.
    let digest: String

    /// Makes the identity of the response to a `GET`.
    ///
    /// - Parameters:
    ///   - url: The requested URL.
    ///   - scope: Anything else that determines the response, such as the name of the signed-in
    ///     user. It must not be a secret.
    ///   - secretItems: The names of secret items of the query, which are ignored.
    package init(url: String, scope: String = "", leavingOut secretItems: Set<String> = []) {
      let query = (try? WebURL(url))?.query ?? ""
      let items = query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        .filter { item in
          let name = item.prefix { $0 != UInt8(ascii: "=") }
          return !secretItems.contains { $0.utf8.elementsEqual(name) }
        }
        .map { String(Substring($0)) }
      // Neither contains a NUL: different keys never yield the same string.
      let parts = [HTTPRequest(url).address, items.joined(separator: "&"), scope]
      digest = SHA256.hexadecimal(of: Array(parts.joined(separator: "\0").utf8))
    }

    /// The name of the response's file.
    var fileName: String { digest + Self.suffix }

    private static let suffix = ".answer"

    /// Returns true if a file may have been made by a cache.
    static func isFileName(_ name: String) -> Bool {
      name.utf8.count == 64 + suffix.utf8.count && name.ends(with: suffix)
        && name.utf8.prefix(64).allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }
  }
}
