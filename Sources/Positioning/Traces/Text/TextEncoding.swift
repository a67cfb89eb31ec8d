/// How the characters of a trace are encoded.
enum TextEncoding: Sendable {
  /// ASCII, UTF-8 or an encoding like Latin-1 that agrees with ASCII.
  case eightBit
  case utf16LittleEndian
  case utf16BigEndian

  /// How many bytes are needed to detect it.
  static let headLength = 64

  /// Finds the encoding by the byte order mark or, without one, by the zeros that make every second
  /// byte of ASCII in UTF-16.
  static func detect(_ head: ArraySlice<UInt8>) -> (encoding: TextEncoding, markLength: Int) {
    if head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    // The numbers of a binary format may look like characters of two bytes.
    if head.withUnsafeBufferPointer({ ByteText.isFIT(ByteText($0)) }) { return (.eightBit, 0) }
    let pairs = head.count / 2
    guard pairs >= 8 else { return (.eightBit, 0) }
    var zeros = (even: 0, odd: 0)
    for index in 0..<pairs {
      if head[head.startIndex + index * 2] == 0 { zeros.even += 1 }
      if head[head.startIndex + index * 2 + 1] == 0 { zeros.odd += 1 }
    }
    if zeros.odd >= pairs * 3 / 4, zeros.even <= pairs / 8 { return (.utf16LittleEndian, 0) }
    if zeros.even >= pairs * 3 / 4, zeros.odd <= pairs / 8 { return (.utf16BigEndian, 0) }
    return (.eightBit, 0)
  }

  /// Makes one byte of each UTF-16 code unit; `carry` keeps half a unit between pieces.
  ///
  /// All that a trace says is ASCII, apart from the marks of degrees, minutes and seconds.
  func narrow(_ bytes: UnsafeBufferPointer<UInt8>, carry: inout UInt8?) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2 + 1)
    for byte in bytes {
      guard let former = carry else {
        carry = byte
        continue
      }
      carry = nil
      let unit =
        self == .utf16BigEndian
        ? UInt16(former) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(former)
      switch unit {
      case 0x2032, 0x2019: result.append(UInt8(ascii: "'"))
      case 0x2033, 0x201D: result.append(.quote)
      case 0x2212: result.append(.minus)
      case 0...0xFF: result.append(UInt8(unit))
      default: result.append(UInt8(ascii: "?"))
      }
    }
    return result
  }
}
