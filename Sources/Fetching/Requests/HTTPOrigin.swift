extension HTTPRequest {
  /// The server that a request goes to: a scheme, a host and a port, which make the origin of
  /// RFC 6454.
  package struct Origin: Hashable, Sendable {
    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case; of IPv6 with its brackets.
    package let host: String
    /// The port, also if the URL leaves it out.
    package let port: Int

    /// True if what is sent there stays on this machine.
    package var isLoopback: Bool {
      if host == "localhost" || host == "localhost." { return true }
      if let address = IPv6Address(Array(host.utf8)[...].dropFirst().dropLast()) {
        return address.isLoopback
      }
      // An address of four numbers, which no name ends in.
      let labels = host.utf8.split(separator: UInt8(ascii: "."))
      return labels.count == 4 && labels[0].elementsEqual("127".utf8)
        && labels[3].allSatisfy(\.isDigit)
    }
  }

  /// The server that the request goes to; nil if its URL cannot be requested.
  package var origin: Origin? { (try? WebURL(url))?.origin }
}
