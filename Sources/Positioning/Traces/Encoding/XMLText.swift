extension [UInt8] {
  /// Appends a text between the tags of an XML element: what is markup as entities, and no control
  /// characters, which XML cannot hold.
  private mutating func append(xmlText text: String) {
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

  /// Appends an XML element with what `body` appends.
  mutating func append(element name: StaticString, _ body: (inout [UInt8]) -> Void) {
    append(UInt8(ascii: "<"))
    append(name)
    append(UInt8(ascii: ">"))
    body(&self)
    append("</")
    append(name)
    append(UInt8(ascii: ">"))
  }

  /// Appends an XML element with a text, unless there is none.
  mutating func append(element name: StaticString, _ text: String?) {
    if let text { append(element: name) { $0.append(xmlText: text) } }
  }

  /// Appends an XML element with a number, unless there is none.
  mutating func append(element name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, value.magnitude < 0x1p63 else { return }
    append(element: name) { $0.append(trimmed: value, decimals: decimals) }
  }
}
