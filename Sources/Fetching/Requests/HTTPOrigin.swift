extension HTTPRequest {
  /// The server of a request: a scheme, a host and a port, which are the origin of RFC 6454.
  package struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case; an IPv6 address has brackets.
    package let host: String
    /// The port, even if the URL omits it.
    package let port: Int

    /// True if requests to this origin stay on this machine.
    package var isLoopback: Bool {
      if host == "localhost" || host == "localhost." { return true }
      if let address = IPv6Address(Array(host.utf8)[...].dropFirst().dropLast()) {
        return address.isLoopback
      }
      // An address of four numbers; no name ends in a number.
      let labels = host.utf8.split(separator: UInt8(ascii: "."))
      return labels.count == 4 && labels[0].elementsEqual("127".utf8)
        && labels[3].allSatisfy(\.isDigit)
    }
  }

  /// The server that the request goes to; nil if its URL cannot be requested.
  package var origin: Origin? { (try? WebURL(url))?.origin }
}
