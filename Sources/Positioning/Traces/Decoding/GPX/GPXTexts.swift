/// The texts that a point, a track or a route of a GPX file is called by, as far as they were read.
struct GPXTexts: Hashable, Sendable {
  /// An element whose text is one of them.
  enum Field: Sendable {
    case name, description, comment, symbol

    /// The field of an element, by its name without prefix.
    init?(_ name: ByteText) {
      if name.equals("name") {
        self = .name
      } else if name.equals("desc") {
        self = .description
      } else if name.equals("cmt") {
        self = .comment
      } else if name.equals("sym") {
        self = .symbol
      } else {
        return nil
      }
    }
  }

  private var name: String?
  private var description: String?
  private var comment: String?
  private var symbol: String?

  /// Takes over an element's text, the first one of each.
  mutating func set(_ field: Field, _ text: [UInt8]) {
    let text = String(xmlText: text)
    guard !text.isEmpty else { return }
    switch field {
    case .name: name = name ?? text
    case .description: description = description ?? text
    case .comment: comment = comment ?? text
    case .symbol: symbol = symbol ?? text
    }
  }

  /// The label that the texts make; nil where there are none. A comment serves where there is no
  /// description.
  func label(line: TraceLabel? = nil) -> TraceLabel? {
    guard name != nil || description != nil || comment != nil || symbol != nil || line != nil
    else { return nil }
    return TraceLabel(name: name, details: description ?? comment, symbol: symbol, line: line)
  }
}

extension String {
  /// The text of an XML element: entities resolved, runs of blanks and line ends one blank.
  init(xmlText bytes: [UInt8]) {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte <= 0x20 {
        if let last = result.last, last != 0x20 { result.append(0x20) }
      } else if byte == UInt8(ascii: "&"),
        let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")),
        let character = String.entity(rest[..<end])
      {
        result += Array(String(character).utf8)
        rest = rest[(end + 1)...]
      } else {
        result.append(byte)
      }
    }
    if result.last == 0x20 { result.removeLast() }
    // A longer one was cut off where it is kept.
    self = result.withUnsafeBufferPointer { String(text: $0, isCut: bytes.count >= 512) }
  }

  private static func entity(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = name.dropFirst().first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
    let number = UInt32(digits, radix: isHexadecimal ? 16 : 10)
    return number.flatMap { $0 >= 0x20 ? Unicode.Scalar($0) : nil }
  }
}
