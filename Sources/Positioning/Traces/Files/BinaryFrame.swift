/// The frames of binary protocols: the length of the first one in some bytes, if its checksum fits.
enum BinaryFrame {
  static func sbf(_ text: ByteText) -> Int? {
    guard text.count >= 8, text[0] == 0x24, text[1] == 0x40 else { return nil }
    let length = Int(text[6]) | Int(text[7]) << 8
    guard length >= 8, length % 4 == 0, text.count >= length else { return nil }
    var sum: UInt16 = 0
    for index in 4..<length {
      sum ^= UInt16(text[index]) << 8
      for _ in 0..<8 { sum = sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    return UInt16(text[2]) | UInt16(text[3]) << 8 == sum ? length : nil
  }

  static func sirf(_ text: ByteText) -> Int? {
    guard text.count >= 8, text[0] == 0xA0, text[1] == 0xA2 else { return nil }
    let length = Int(text[2]) << 8 | Int(text[3])
    guard length > 0, length < 2048, text.count >= length + 8, text[length + 6] == 0xB0,
      text[length + 7] == 0xB3
    else { return nil }
    let sum = (4..<length + 4).reduce(0) { ($0 + Int(text[$1])) & 0x7FFF }
    return Int(text[length + 4]) << 8 | Int(text[length + 5]) == sum ? length + 8 : nil
  }

  static func rtcm3(_ text: ByteText) -> Int? {
    guard text.count >= 6, text[0] == 0xD3, text[1] & 0xFC == 0 else { return nil }
    let length = Int(text[1] & 3) << 8 | Int(text[2])
    guard text.count >= length + 6 else { return nil }
    var sum: UInt32 = 0
    for index in 0..<length + 3 {
      sum ^= UInt32(text[index]) << 16
      for _ in 0..<8 { sum = sum & 0x80_0000 == 0 ? sum << 1 : sum << 1 ^ 0x186_4CFB }
    }
    let stored = (0..<3).reduce(UInt32(0)) { $0 << 8 | UInt32(text[length + 3 + $1]) }
    return sum & 0xFF_FFFF == stored ? length + 6 : nil
  }

  /// Returns true for packets of TSIP, which have no checksums: three directly after one another.
  static func isTSIP(_ text: ByteText) -> Bool {
    guard let start = text.firstIndex(of: 0x10), start < 1024 else { return false }
    var rest = text.dropping(start)
    var packets = 0
    while packets < 3 {
      guard rest.count > 4, rest[0] == 0x10, rest[1] != 0x10, rest[1] != 0x03 else { return false }
      var index = 2
      while index + 1 < rest.count, rest[index] != 0x10 || rest[index + 1] != 0x03 {
        if rest[index] == 0x10, rest[index + 1] != 0x10 { return false }
        index += rest[index] == 0x10 ? 2 : 1
      }
      guard index + 1 < rest.count else { return false }
      rest.drop(index + 2)
      packets += 1
    }
    return true
  }

  /// Returns true for words of RTCM 2: six bits in each byte, and no more letters than by chance.
  static func isRTCM2(_ text: ByteText) -> Bool {
    let head = text.prefix(2048)
    guard head.count >= 100 else { return false }
    var letters = 0
    for index in 0..<head.count {
      guard head[index] & 0xC0 == 0x40 else { return false }
      if head[index].isLetter { letters += 1 }
    }
    return letters * 100 < head.count * 94
  }
}

extension ByteText {
  /// The number of frames with valid checksums.
  func frames(_ length: (ByteText) -> Int?) -> Int {
    var rest = self
    var count = 0
    // A few are enough.
    while !rest.isEmpty, count < 64 {
      guard let length = length(rest) else {
        rest.drop(1)
        continue
      }
      count += 1
      rest.drop(length)
    }
    return count
  }
}
