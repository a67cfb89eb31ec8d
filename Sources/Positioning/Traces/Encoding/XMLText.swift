extension [UInt8] {
  /// Appends text between the tags of an XML element: markup as entities, and without control
  /// characters, which XML does not allow.
  package mutating func append(xmlText text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): append("&amp;")
      case UInt8(ascii: "<"): append("&lt;")
      case UInt8(ascii: ">"): append("&gt;")
      case 0..<0x20: append(0x20)
      default: append(byte)
      }
    }
  }

  /// Appends an XML element with the content that `body` appends.
  @inline(__always)
  mutating func append(element name: StaticString, _ body: (inout [UInt8]) -> Void) {
    append(tag: name, isEnd: false)
    body(&self)
    append(tag: name, isEnd: true)
  }

  /// Appends a tag in one piece: each append has its cost.
  private mutating func append(tag name: StaticString, isEnd: Bool) {
    let (start, count) = (isEnd ? 2 : 1, name.utf8CodeUnitCount)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count + 3) { tag in
      tag[0] = UInt8(ascii: "<")
      tag[1] = UInt8(ascii: "/")
      for index in 0..<count { tag[start + index] = name.utf8Start[index] }
      tag[start + count] = UInt8(ascii: ">")
      append(contentsOf: UnsafeBufferPointer(start: tag.baseAddress, count: start + count + 1))
    }
  }

  /// Appends an XML element with text, unless there is none.
  mutating func append(element name: StaticString, _ text: String?) {
    if let text { append(element: name) { $0.append(xmlText: text) } }
  }

  /// Appends an XML element with a number, unless there is none.
  mutating func append(element name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.magnitude < 0x1p63 else { return }
    append(element: name) { $0.append(trimmed: value, decimals: decimals) }
  }
}
