/// The parser's view of the text: reading and removing the next token.
extension ExpressionParser {
  /// Skips blanks, and returns the offset at which the next token begins.
  var next: Int {
    mutating get {
      while offset < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) { offset += 1 }
      return offset
    }
  }

  var peek: UInt8? { mutating get { next < bytes.count ? bytes[offset] : nil } }

  var peekWithoutBlanks: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  var peekDigit: Bool { mutating get { peek?.isDigit ?? false } }

  mutating func skipDigits() { while offset < bytes.count, bytes[offset].isDigit { offset += 1 } }

  mutating func eat(_ token: StaticString) -> Bool {
    let (start, count) = (next, token.utf8CodeUnitCount)
    guard start + count <= bytes.count else { return false }
    for index in 0..<count where bytes[start + index] != token.utf8Start[index] { return false }
    offset = start + count
    return true
  }

  /// Parses a word of the grammar, in lower case or in capitals.
  mutating func eatWord(_ word: String) -> Bool {
    let start = next
    guard let name = eatName(), name == word || name == word.uppercased() else {
      offset = start
      return false
    }
    return true
  }

  mutating func eatName() -> String? {
    let start = next
    guard start < bytes.count, bytes[start].isNameStart else { return nil }
    while offset < bytes.count, bytes[offset].isNameStart || bytes[offset].isDigit { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  mutating func expected(_ what: String) -> StreamExpressionError {
    let found = String(decoding: bytes[next...].prefix(16), as: UTF8.self)
    let shown = found.first.map { $0.isASCII ? String($0) : "“\($0)”" } ?? "the end"
    return failure("\(what) was expected, not \(shown)", at: offset)
  }

  func failure(_ reason: String, at offset: Int) -> StreamExpressionError {
    StreamExpressionError(column: text.column(at: offset), reason: reason)
  }
}

extension UInt8 {
  var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
  var isNameStart: Bool {
    self == UInt8(ascii: "_")
      || (self | 0x20 >= UInt8(ascii: "a") && self | 0x20 <= UInt8(ascii: "z"))
  }
}
