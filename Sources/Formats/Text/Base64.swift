/// Bytes as text, four characters for three bytes (RFC 4648).
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns bytes as text, padded with `=`.
  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(
          index <= group.count ? alphabet[value >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a string, up to the first character that is not in the alphabet.
  package static func bytes(of text: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    var (value, count) = (0, 0)
    for character in text.utf8 {
      guard let digit = alphabet.firstIndex(of: character) else { break }
      (value, count) = ((value << 6 | digit) & 0xFFFF, count + 6)
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: value >> count))
      }
    }
    return bytes
  }
}
