extension [UInt8] {
  /// Appends a text between the tags of an XML element: what is markup as entities, and no control
  /// characters, which XML cannot hold.
  mutating func append(xmlText text: String) {
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
}
