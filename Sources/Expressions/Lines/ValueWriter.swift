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

  /// Appends a text in quotation marks, with escapes where JSON and a terminal need them.
  package mutating func append(jsonText text: String) {
    var text = text
    let isPlain = text.withUTF8 { bytes in
      guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) else {
        return false
      }
      append(UInt8(ascii: "\""))
      append(contentsOf: bytes)
      append(UInt8(ascii: "\""))
      return true
    }
    if !isPlain { self += JSONValue.string(text).compactText.utf8 }
  }
}
