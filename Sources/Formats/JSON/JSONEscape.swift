/// Returns the code of the character for an escape at the beginning of `bytes`, and the escape's
/// length; nil if there is none. An unpaired surrogate stands for itself.
package func jsonEscape(_ bytes: UnsafeBufferPointer<UInt8>) -> (code: UInt32, length: Int)? {
  guard bytes.count > 1, bytes[0] == UInt8(ascii: "\\") else { return nil }
  switch bytes[1] {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return (UInt32(bytes[1]), 2)
  case UInt8(ascii: "n"): return (0x0A, 2)
  case UInt8(ascii: "t"): return (0x09, 2)
  case UInt8(ascii: "r"): return (0x0D, 2)
  case UInt8(ascii: "b"): return (0x08, 2)
  case UInt8(ascii: "f"): return (0x0C, 2)
  default: break
  }
  guard let unit = utf16Unit(bytes[...]) else { return nil }
  guard (0xD800..<0xDC00).contains(unit), let low = utf16Unit(bytes[6...]),
    (0xDC00..<0xE000).contains(low)
  else { return (unit, 6) }
  return (0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), 12)
}

/// The code unit of `\u` and four hexadecimal digits at the beginning of some bytes.
private func utf16Unit(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
  guard bytes.count >= 6, bytes.starts(with: "\\u".utf8) else { return nil }
  let digits = bytes.dropFirst(2).prefix(4)
  // A number may begin with a sign; a code unit may not.
  guard digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
  return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
}
