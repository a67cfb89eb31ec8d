import Platform

/// An IPv6 address, which has many notations.
///
///     IPv6Address(Array("::FFFF:127.0.0.1".utf8)[...])?.text  // "::ffff:7f00:1"
struct IPv6Address {
  /// Eight numbers of 16 bits.
  let parts: [UInt16]

  /// Reads an address (RFC 4291, 2.2), without the name of an interface.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.allSatisfy({ $0.isLetterOrDigit || $0 == 0x3A || $0 == 0x2E }) else { return nil }
    var address = in6_addr()
    guard inet_pton(AF_INET6, String(decoding: bytes, as: UTF8.self), &address) == 1 else {
      return nil
    }
    parts = withUnsafeBytes(of: address) { bytes in
      (0..<8).map { UInt16(bytes[2 * $0]) << 8 | UInt16(bytes[2 * $0 + 1]) }
    }
  }

  /// The canonical text (RFC 5952): lower case, with `::` for the longest sequence of zeros.
  var text: String {
    var best = 0..<0
    var start = 0
    for index in 0...8 where index == 8 || parts[index] != 0 {
      if index - start > max(1, best.count) { best = start..<index }
      start = index + 1
    }
    func joined(_ range: Range<Int>) -> String {
      parts[range].map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard !best.isEmpty else { return joined(0..<8) }
    return joined(0..<best.lowerBound) + "::" + joined(best.upperBound..<8)
  }

  /// True for an address of this machine: `::1`, or 127.0.0.0/8 as IPv6 writes it.
  var isLoopback: Bool {
    let isMapped = parts[..<5].allSatisfy { $0 == 0 } && parts[5] == 0xFFFF
    return isMapped ? parts[6] >> 8 == 127 : parts == [0, 0, 0, 0, 0, 0, 0, 1]
  }
}
