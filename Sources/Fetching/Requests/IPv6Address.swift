/// An IPv6 address, which many texts stand for.
///
///     IPv6Address(Array("::FFFF:127.0.0.1".utf8)[...])?.text  // "::ffff:7f00:1"
struct IPv6Address {
  /// Eight numbers of 16 bits.
  let parts: [UInt16]

  /// Reads an address (RFC 4291, 2.2), without the name of an interface.
  init?(_ bytes: ArraySlice<UInt8>) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard bytes.allSatisfy({ $0.isLetterOrDigit || $0 == 0x3A || $0 == 0x2E }) else { return nil }
    let halves = text.splitOnce("::")
    guard let head = Self.parts(halves.0, mayEndInIPv4: halves.1 == nil) else { return nil }
    guard let rest = halves.1 else {
      guard head.count == 8 else { return nil }
      parts = head
      return
    }
    guard let tail = Self.parts(rest, mayEndInIPv4: true), head.count + tail.count < 8 else {
      return nil
    }
    parts = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  /// Reads numbers with colons between them; the last one may be an IPv4 address.
  private static func parts(_ text: Substring, mayEndInIPv4: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    let words = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var parts: [UInt16] = []
    for (index, word) in words.enumerated() {
      if word.contains(UInt8(ascii: ".")) {
        guard mayEndInIPv4, index == words.count - 1, let bytes = ipv4(word) else { return nil }
        parts += [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
        continue
      }
      guard 1...4 ~= word.count, let part = UInt16(Substring(word), radix: 16) else { return nil }
      parts.append(part)
    }
    return parts
  }

  private static func ipv4(_ word: Substring.UTF8View) -> [UInt16]? {
    let numbers = word.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let bytes = numbers.compactMap { digits -> UInt16? in
      let isPlain = digits.count == 1 || digits.first != UInt8(ascii: "0")
      return isPlain && digits.allSatisfy(\.isDigit) ? UInt16(Substring(digits)) : nil
    }
    return numbers.count == 4 && bytes.count == 4 && bytes.allSatisfy { $0 < 256 } ? bytes : nil
  }

  /// The one usual text (RFC 5952): lower case, with `::` for the longest row of zeros.
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

extension String {
  /// The parts before and behind the first index of a separator, all of whose bytes are ASCII.
  fileprivate func splitOnce(_ separator: String) -> (Substring, Substring?) {
    guard let range = utf8.range(ofBytes: separator) else { return (self[...], nil) }
    return (self[..<range.lowerBound], self[range.upperBound...])
  }
}
