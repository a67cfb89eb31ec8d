/// A terminal's answer to a question about itself.
enum TerminalReply: Equatable, Sendable {
  /// The background colour (OSC 11): eight bits each of red, green and blue.
  case background(UInt32)
  /// The terminal supports the kitty keyboard protocol.
  case keyboardProtocol
  /// The terminal's attributes (DA1). Every terminal answers this, after everything asked before.
  case attributes

  /// Makes the reply in an operating system command, without its introducer and terminator; nil if
  /// it was not requested.
  init?(operatingSystemCommand text: some Collection<UInt8>) {
    guard text.starts(with: "11;".utf8), let color = Self.color(text.dropFirst(3)) else {
      return nil
    }
    self = .background(color)
  }

  /// Returns a colour in X's notation: `rgb:1e1e/2020/ff`, or `rgba:` with a fourth part; each part
  /// has one to four hexadecimal digits.
  private static func color(_ text: some Collection<UInt8>) -> UInt32? {
    guard text.starts(with: "rgb:".utf8) || text.starts(with: "rgba:".utf8) else { return nil }
    let parts = text.drop { $0 != UInt8(ascii: ":") }.dropFirst()
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let values = parts.prefix(3).compactMap { part -> UInt32? in
      // Swift would accept a sign, too.
      guard (1...4).contains(part.count), part.first != UInt8(ascii: "+"),
        let value = UInt32(String(decoding: part, as: UTF8.self), radix: 16)
      else { return nil }
      return value * 255 / (1 << (4 * UInt32(part.count)) - 1)
    }
    guard values.count == 3, parts.count <= 4 else { return nil }
    return values[0] << 16 | values[1] << 8 | values[2]
  }
}
