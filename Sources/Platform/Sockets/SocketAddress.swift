/// An Internet Protocol address and a port, for use with a socket.
struct SocketAddress: Hashable {
  /// 4 or 16 bytes.
  let bytes: [UInt8]
  /// The interface number of a link-local address; 0 for any other.
  let scope: UInt32
  let port: UInt16

  /// Reads a numeric address: `192.0.2.1`, `2001:db8::1`, `fe80::1%eth0`; nil for any other string.
  init?(_ text: some StringProtocol, port: UInt16) {
    let parts = Substring(text).utf8
      .split(separator: UInt8(ascii: "%"), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    self.port = port
    var version4 = in_addr()
    var version6 = in6_addr()
    if inet_pton(AF_INET, String(text), &version4) == 1 {
      bytes = withUnsafeBytes(of: version4) { Array($0) }
      scope = 0
    } else if inet_pton(AF_INET6, parts[0], &version6) == 1 {
      bytes = withUnsafeBytes(of: version6) { Array($0) }
      guard parts.count > 1 else {
        scope = 0
        return
      }
      scope = UInt32(parts[1]) ?? if_nametoindex(parts[1])
      guard scope != 0 else { return nil }
    } else {
      return nil
    }
  }

  /// `AF_INET` or `AF_INET6`.
  var family: Int32 { bytes.count == 4 ? AF_INET : AF_INET6 }

  /// Calls a closure with the address for system calls.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    if bytes.count == 4 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
      return Self.withPointer(to: &address, body)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_scope_id = scope
    withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
    return Self.withPointer(to: &address, body)
  }

  private static func withPointer<Address, Result>(
    to address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}

extension SocketAddress {
  /// Returns the addresses of the host, in the order in which to try them.
  ///
  /// Numeric addresses stand for themselves, and `localhost` for this computer; any other name is
  /// looked up in the system's name service, which may take seconds.
  ///
  /// - Parameters:
  ///   - host: The host's name, or its address.
  ///   - port: The port of each of them.
  ///   - service: The name service to ask.
  static func all(
    of host: String, port: UInt16,
    askedOf service: (String) -> NameServiceAnswer = NameService.hosts
  ) throws(Socket.Failure) -> [SocketAddress] {
    if let address = SocketAddress(host, port: port) { return [address] }
    if host.lowercased() == "localhost" {
      return ["::1", "127.0.0.1"].compactMap { SocketAddress($0, port: port) }
    }
    var reason = "it has no address"
    // A domain name has at most 253 bytes, and 63 between two full stops.
    let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if host.utf8.count <= 253, labels.allSatisfy({ $0.count <= 63 }) {
      switch service(host) {
      case .unknown: break
      case .unavailable(let cause): reason = "\(cause); its address in numbers needs no search"
      case .text(let lines):
        // The addresses are repeated for each kind of socket.
        var addresses: [SocketAddress] = []
        for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
          let word = Substring(line.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") })
          guard let address = SocketAddress(word, port: port), !addresses.contains(address) else {
            continue
          }
          addresses.append(address)
        }
        if !addresses.isEmpty { return addresses }
      }
    }
    throw .unknownHost(reason: reason)
  }
}
