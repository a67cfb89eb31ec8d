extension HTTPRequest {
  /// The server that a request goes to: a scheme, a host and a port, which make the origin of
  /// RFC 6454.
  package struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in small letters; of IPv6 with its brackets.
    package let host: String
    /// The port, also where the URL does not say it.
    package let port: String

    /// True if what is sent there stays on this machine.
    package var isLoopback: Bool {
      host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
    }
  }

  /// The server that the request goes to; nil if its URL cannot be asked.
  package var origin: Origin? {
    guard (try? validate()) != nil else { return nil }
    // Valid, so that there is a scheme; without a user.
    let parts = place.lowercased().split(separator: "/", omittingEmptySubsequences: false)
    let (scheme, authority) = (parts[0].dropLast(), parts[2])
    // The colons of an IPv6 address are in brackets.
    let tail = authority.lastIndex(of: "]").map { authority[$0...] } ?? authority[...]
    let colon = tail.lastIndex(of: ":")
    let port = colon.map { String(authority[authority.index(after: $0)...]) } ?? ""
    return Origin(
      scheme: String(scheme), host: String(authority[..<(colon ?? authority.endIndex)]),
      port: port.isEmpty ? (scheme == "https" ? "443" : "80") : port)
  }
}
