/// Scans JSON text without making values: it passes on the bytes of keys and values.
///
/// For text that is read line by line, and for finding positions. It accepts text that
/// ``JSONReader`` refuses: the caller checks numbers, a nested value ends with its last bracket,
/// and `nan`, which C programs write, is null.
package struct JSONScanner {
  /// A value as it is written.
  package struct Value {
    /// A kind of value, known by its first byte.
    package enum Kind { case null, bool(Bool), number, string, list, object }

    package let kind: Kind
    /// All its bytes, with quotation marks and brackets; escapes are not resolved.
    package let bytes: UnsafeBufferPointer<UInt8>

    /// The bytes between a string's quotation marks.
    package var text: UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: bytes.dropFirst().dropLast())
    }
  }

  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  /// Begins at the first of some bytes, which must outlive the scanner.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // Without bytes, any address will do.
    next = bytes.baseAddress ?? UnsafePointer(bitPattern: 1)!
    end = next + bytes.count
  }

  /// The number of bytes left.
  package var count: Int { end - next }

  /// Takes an object, and passes on its members until the caller returns false.
  ///
  /// - Returns: Whether the object is complete, and all members were wanted.
  package mutating func eatObject(_ member: (_ key: Value, _ value: Value) -> Bool) -> Bool {
    eatParts(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { scanner in
      guard let key = scanner.eatString() else { return false }
      scanner.eatBlanks()
      guard scanner.eat(UInt8(ascii: ":")), let value = scanner.eatValue() else { return false }
      return member(key, value)
    }
  }

  /// Takes a list, and passes on its elements until the caller returns false.
  ///
  /// - Returns: Whether the list is complete, and all elements were wanted.
  package mutating func eatList(_ element: (Value) -> Bool) -> Bool {
    eatParts(from: UInt8(ascii: "["), to: UInt8(ascii: "]")) { scanner in
      scanner.eatValue().map(element) ?? false
    }
  }

  /// Takes a value; nil if there is none.
  package mutating func eatValue() -> Value? {
    eatBlanks()
    let start = next
    guard next < end, let kind = eatKind() else { return nil }
    return Value(kind: kind, bytes: UnsafeBufferPointer(start: start, count: next - start))
  }

  private mutating func eatKind() -> Value.Kind? {
    switch next.pointee {
    case UInt8(ascii: "\""): return eatString() == nil ? nil : .string
    case UInt8(ascii: "{"): return eatNested() ? .object : nil
    case UInt8(ascii: "["): return eatNested() ? .list : nil
    case UInt8(ascii: "t"): return eat("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return eat("false") ? .bool(false) : nil
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      return eat("null") || eat("nan") || eat("NaN") ? .null : nil
    default:
      let start = next
      while next < end, JSONScanner.mayBeInNumber(next.pointee) { next += 1 }
      return next > start ? .number : nil
    }
  }

  private static func mayBeInNumber(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte | 0x20 == UInt8(ascii: "e")
      || (UInt8(ascii: "+")...UInt8(ascii: ".")).contains(byte) && byte != UInt8(ascii: ",")
  }

  private mutating func eatParts(
    from opening: UInt8, to closing: UInt8, _ eatPart: (inout JSONScanner) -> Bool
  ) -> Bool {
    guard eat(opening) else { return false }
    eatBlanks()
    if eat(closing) { return true }
    while true {
      eatBlanks()
      guard eatPart(&self) else { return false }
      eatBlanks()
      if eat(closing) { return true }
      guard eat(UInt8(ascii: ",")) else { return false }
    }
  }

  private mutating func eatString() -> Value? {
    let start = next
    guard eat(UInt8(ascii: "\"")) else { return nil }
    while next < end, next.pointee != UInt8(ascii: "\"") {
      next += next.pointee == UInt8(ascii: "\\") ? 2 : 1
    }
    guard next < end else {
      next = end
      return nil
    }
    next += 1
    return Value(kind: .string, bytes: UnsafeBufferPointer(start: start, count: next - start))
  }

  /// Takes a whole object or list, by its brackets.
  private mutating func eatNested() -> Bool {
    var depth = 0
    while next < end {
      switch next.pointee {
      case UInt8(ascii: "\""):
        guard eatString() != nil else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      next += 1
      if depth == 0 { return true }
    }
    return false
  }

  /// Takes blanks and line ends.
  package mutating func eatBlanks() { while next < end, next.pointee <= 0x20 { next += 1 } }

  private mutating func eat(_ byte: UInt8) -> Bool {
    guard next < end, next.pointee == byte else { return false }
    next += 1
    return true
  }

  private mutating func eat(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard count >= length else { return false }
    for index in 0..<length where next[index] != word.utf8Start[index] { return false }
    next += length
    return true
  }
}

extension [UInt8] {
  /// True if it is a JSON object that names another page in `next`, as many services do.
  package var namesNextPage: Bool {
    withUnsafeBufferPointer { text in
      var (scanner, isNamed) = (JSONScanner(text), false)
      scanner.eatBlanks()
      _ = scanner.eatObject { key, value in
        guard key.text.elementsEqual("next".utf8) else { return true }
        switch value.kind {
        case .string: isNamed = !value.text.isEmpty
        case .number, .bool(true): isNamed = true
        case .bool, .null, .list, .object: break
        }
        return false
      }
      return isNamed
    }
  }
}
