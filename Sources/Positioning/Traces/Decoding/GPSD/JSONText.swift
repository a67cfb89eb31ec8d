/// What a value of a line of JSON is, without making objects of it.
enum JSONValue {
  case number(Double)
  /// The text between quotation marks, escapes as they stand.
  case string(ByteText)
  case bool(Bool)
  /// An object or array, with its brackets.
  case nested(ByteText)
  case null
}

extension ByteText {
  /// Takes the members of an object off the front, and passes each to `body`; false when it is
  /// broken, after the members that were whole.
  mutating func eatObject(_ body: (ByteText, JSONValue) -> Void) -> Bool {
    guard eat(UInt8(ascii: "{")) else { return false }
    eatBlanks()
    if eat(UInt8(ascii: "}")) { return true }
    while true {
      eatBlanks()
      guard let name = eatString() else { return false }
      eatBlanks()
      guard eat(UInt8(ascii: ":")) else { return false }
      eatBlanks()
      guard let value = eatValue() else { return false }
      body(name, value)
      eatBlanks()
      if eat(UInt8(ascii: "}")) { return true }
      guard eat(.comma) else { return false }
    }
  }

  /// Takes the elements of an array off the front; false when it is broken.
  mutating func eatArray(_ body: (JSONValue) -> Void) -> Bool {
    guard eat(UInt8(ascii: "[")) else { return false }
    eatBlanks()
    if eat(UInt8(ascii: "]")) { return true }
    while true {
      eatBlanks()
      guard let value = eatValue() else { return false }
      body(value)
      eatBlanks()
      if eat(UInt8(ascii: "]")) { return true }
      guard eat(.comma) else { return false }
    }
  }

  mutating func eatBlanks() {
    while let byte = first, byte <= 0x20 { drop(1) }
  }

  private mutating func eatString() -> ByteText? {
    guard eat(.quote) else { return nil }
    var length = 0
    while length < count, self[length] != .quote {
      length += self[length] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard length < count else { return nil }
    let found = prefix(length)
    drop(length + 1)
    return found
  }

  private mutating func eatValue() -> JSONValue? {
    guard let first else { return nil }
    switch first {
    case .quote: return eatString().map { .string($0) }
    case UInt8(ascii: "{"), UInt8(ascii: "["): return eatNested().map { .nested($0) }
    case UInt8(ascii: "t"): return eatWord("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return eatWord("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return eatWord("null") ? .null : eatWord("nan") ? .null : nil
    case UInt8(ascii: "N"): return eatWord("NaN") ? .null : nil
    default:
      guard var number = eatDecimal() else { return nil }
      if let exponent = eatExponent() { number.scale -= exponent }
      return .number(number.double)
    }
  }

  private mutating func eatWord(_ word: StaticString) -> Bool {
    guard hasPrefix(word) else { return false }
    drop(word.utf8CodeUnitCount)
    return true
  }

  /// Takes an object or array off the front as a whole, by its brackets.
  private mutating func eatNested() -> ByteText? {
    var depth = 0
    var index = 0
    var isInString = false
    while index < count {
      let byte = self[index]
      if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == .quote { isInString = false }
      } else if byte == .quote {
        isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 {
          let found = prefix(index + 1)
          drop(index + 1)
          return found
        }
      }
      index += 1
    }
    return nil
  }
}
