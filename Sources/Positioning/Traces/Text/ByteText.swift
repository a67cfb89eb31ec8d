/// A run of bytes in another owner's buffer, read as text.
///
/// Valid only as long as that buffer; never stored.
struct ByteText {
  var start: UnsafePointer<UInt8>
  var count: Int

  init(start: UnsafePointer<UInt8>, count: Int) { (self.start, self.count) = (start, count) }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Any address will do for an empty run.
    start = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!
    count = bytes.count
  }

  var isEmpty: Bool { count == 0 }

  var first: UInt8? { count > 0 ? start[0] : nil }

  var last: UInt8? { count > 0 ? start[count - 1] : nil }

  subscript(index: Int) -> UInt8 {
    assert(index >= 0 && index < count)
    return start[index]
  }

  /// Removes the first byte if it is `byte`.
  mutating func eat(_ byte: UInt8) -> Bool {
    guard count > 0, start[0] == byte else { return false }
    drop(1)
    return true
  }

  /// Removes blanks, line ends and NUL padding from the front.
  mutating func eatBlanks() { while let byte = first, byte <= 0x20 { drop(1) } }

  mutating func drop(_ length: Int) {
    assert(length <= count)
    start += length
    count -= length
  }

  /// The first `length` bytes.
  func prefix(_ length: Int) -> ByteText { ByteText(start: start, count: min(length, count)) }

  /// Returns the text after the first `length` bytes.
  func dropping(_ length: Int) -> ByteText {
    let length = min(length, count)
    return ByteText(start: start + length, count: count - length)
  }

  /// This text without blanks, tabs and NUL padding at either end.
  var trimmed: ByteText {
    var result = self
    result.eatBlanks()
    while let byte = result.last, byte <= 0x20 { result.count -= 1 }
    return result
  }

  func firstIndex(of byte: UInt8) -> Int? {
    for index in 0..<count where start[index] == byte { return index }
    return nil
  }

  /// The number of line feeds.
  var lineFeeds: Int {
    var result = 0
    for index in 0..<count where start[index] == .lineFeed { result += 1 }
    return result
  }

  /// Returns true if this equals `word`, without regard to the case of ASCII letters.
  func equals(_ word: StaticString) -> Bool {
    guard word.utf8CodeUnitCount == count else { return false }
    for index in 0..<count where start[index].lowercased != word.utf8Start[index].lowercased {
      return false
    }
    return true
  }

  /// Returns true if this begins with `word`, without regard to the case of ASCII letters.
  func hasPrefix(_ word: StaticString) -> Bool { prefix(word.utf8CodeUnitCount).equals(word) }

  /// The first eight bytes, the first one lowest; there must be at least eight.
  @inline(__always) var firstWord: UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
  }

  /// The last eight bytes, the last one highest. If the text is shorter, they include the bytes
  /// before it, which must be readable.
  @inline(__always) var lastWord: UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(start + count - 8).loadUnaligned(as: UInt64.self))
  }

  /// The text, decoded as UTF-8 or, if it is not UTF-8, as Windows-1252.
  var string: String { String(text: UnsafeBufferPointer(start: start, count: count)) }
}

extension UInt8 {
  @inline(__always) var isDigit: Bool { self &- 0x30 < 10 }
  @inline(__always) var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inline(__always) var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  /// The value of a hexadecimal digit of either case.
  @inline(__always) var hexDigit: UInt8? {
    if isDigit { return self &- 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }

  static let dot = UInt8(ascii: ".")
  static let comma = UInt8(ascii: ",")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
