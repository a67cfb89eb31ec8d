import Formats

extension [UInt8] {
  /// Appends a value as JSON on one line.
  package mutating func append(json value: StreamValue) {
    switch value {
    case .integer(let integer):
      if integer < 0 { append(UInt8(ascii: "-")) }
      append(decimal: UInt64(integer.magnitude), width: 1)
    case .decimal(let decimal): self += decimal.description.utf8
    case .exact(let number): self += number.description.utf8
    case .text(let text): append(jsonText: text)
    case .truth(let truth): self += truth ? "true".utf8 : "false".utf8
    case .null: self += "null".utf8
    case .list(let values):
      append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(json: value)
      }
      append(UInt8(ascii: "]"))
    case .object(let object):
      append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { append(UInt8(ascii: ",")) }
        append(jsonText: member.key)
        append(UInt8(ascii: ":"))
        append(json: member.value)
      }
      append(UInt8(ascii: "}"))
    }
  }

  /// Appends a string in quotation marks, with the escapes that JSON and a terminal require.
  package mutating func append(jsonText text: String) {
    var text = text
    let start = count
    let isUsual = text.withUTF8 { bytes in appendUsual(jsonText: bytes) }
    if isUsual { return }
    removeSubrange(start...)
    self += JSONValue.string(text).compactText.utf8
  }

  /// Appends a string in quotation marks; returns false if its characters need a closer check.
  private mutating func appendUsual(jsonText bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    append(UInt8(ascii: "\""))
    var (run, next) = (0, 0)
    while next < bytes.count {
      let byte = bytes[next]
      if byte >= 0x80 {
        let length = bytes.lengthOfShown(at: next)
        if length == 0 { return false }
        next += length
        continue
      }
      next += 1
      if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C { continue }
      append(contentsOf: bytes[run..<next - 1])
      run = next
      append(UInt8(ascii: "\\"))
      switch byte {
      case 0x22, 0x5C: append(byte)
      case 0x0A: append(UInt8(ascii: "n"))
      case 0x09: append(UInt8(ascii: "t"))
      case 0x0D: append(UInt8(ascii: "r"))
      default: append(hexadecimal: UInt16(byte))
      }
    }
    append(contentsOf: bytes[run...])
    append(UInt8(ascii: "\""))
    return true
  }

  /// Appends `u` and four hexadecimal digits.
  package mutating func append(hexadecimal unit: UInt16) {
    append(UInt8(ascii: "u"))
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(unit >> shift & 15)
      append(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the number of bytes of the non-ASCII character at an index of valid UTF-8 if it is
  /// certainly visible and does not affect its neighbours; 0 if that needs a closer check.
  ///
  /// It covers the scripts of Europe and East Asia, punctuation, symbols and pictographs.
  @inlinable @inline(__always) package func lengthOfShown(at index: Int) -> Int {
    switch self[index] {
    case 0xC3...0xCC, 0xCE...0xD7: return 2
    // The soft hyphen and combining characters are not visible.
    case 0xC2: return self[index + 1] >= 0xA0 && self[index + 1] != 0xAD ? 2 : 0
    case 0xCD: return self[index + 1] == 0x8F ? 0 : 2
    case 0xE2:
      let (second, third) = (self[index + 1], self[index + 2])
      // Of general punctuation, some blanks have no width, and other characters change the
      // direction.
      let isHidden =
        second == 0x80
        ? (0x8B...0x8F).contains(third) || (0xA8...0xAE).contains(third)
        : second == 0x81 && (0xA0...0xAF).contains(third)
      return isHidden ? 0 : 3
    case 0xE3: return self[index + 1] == 0x85 ? 0 : 3
    case 0xE4...0xED: return 3
    case 0xF0: return self[index + 1] == 0x9F ? 4 : 0
    default: return 0
    }
  }
}
