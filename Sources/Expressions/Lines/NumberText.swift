extension StreamValue {
  /// Reads a JSON number from the beginning of some bytes; nil if there is none, or if its digits
  /// need a slower reader.
  ///
  /// It reads an integer of at most 18 digits, or a decimal with at most 15 digits and a small
  /// exponent. These are exact: the digits fit into 53 bits, and so do powers of ten up to 22.
  @inline(__always)
  static func plainNumber(
    _ bytes: UnsafePointer<UInt8>, _ count: Int
  ) -> (value: StreamValue, length: Int)? {
    var offset = 0
    let isNegative = count > 0 && bytes[0] == UInt8(ascii: "-")
    if isNegative { offset = 1 }
    let first = offset
    var number = 0
    while offset < count, bytes[offset] &- 0x30 < 10 {
      number = number &* 10 &+ Int(bytes[offset] &- 0x30)
      offset += 1
    }
    let digits = offset - first
    guard digits > 0, digits <= 18, digits == 1 || bytes[first] != 0x30 else { return nil }
    guard offset < count, isPartOfDecimal(bytes[offset]) else {
      return (.integer(isNegative ? -number : number), offset)
    }
    var exponent = 0
    if bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      let fraction = offset
      while offset < count, bytes[offset] &- 0x30 < 10 {
        number = number &* 10 &+ Int(bytes[offset] &- 0x30)
        offset += 1
      }
      exponent = fraction - offset
      guard exponent < 0 else { return nil }
    }
    guard digits - exponent <= 15, offset == count || bytes[offset] | 0x20 != UInt8(ascii: "e")
    else { return nil }
    let decimal = Double(number) / powersOfTen[-exponent]
    return (.decimal(isNegative ? -decimal : decimal), offset)
  }

  @inline(__always) private static func isPartOfDecimal(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
  ]
}
