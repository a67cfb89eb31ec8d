/// The names and descriptions of a point, track or route in a GPX file, as far as they were read.
struct GPXTexts: Hashable, Sendable {
  /// An element with such text.
  enum Field: Sendable {
    case name, description, comment, symbol

    /// The field of an element, by its name without a prefix.
    init?(_ name: ByteText) {
      guard let field = name.lookUp(Field.names) else { return nil }
      self = field
    }

    private static let names: [(StaticString, Field)] = [
      ("name", .name), ("desc", .description), ("cmt", .comment), ("sym", .symbol),
    ]
  }

  private var name: String?
  private var description: String?
  private var comment: String?
  private var symbol: String?

  /// Sets a field from an element's text; only the first element of each kind counts.
  mutating func set(_ field: Field, _ text: ByteText) {
    let text = String(xmlText: text)
    guard !text.isEmpty else { return }
    switch field {
    case .name: name = name ?? text
    case .description: description = description ?? text
    case .comment: comment = comment ?? text
    case .symbol: symbol = symbol ?? text
    }
  }

  /// The label from these texts; nil if there are none. A comment replaces a missing description.
  func label(line: TraceLabel? = nil) -> TraceLabel? {
    guard name != nil || description != nil || comment != nil || symbol != nil || line != nil
    else { return nil }
    return TraceLabel(name: name, details: description ?? comment, symbol: symbol, line: line)
  }
}

extension String {
  /// The text of an XML element: with entities resolved, and with runs of blanks and line ends
  /// joined.
  init(xmlText text: ByteText) {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      rest.drop(1)
      if byte <= 0x20 {
        if let last = result.last, last != 0x20 { result.append(0x20) }
      } else if byte == UInt8(ascii: "&"),
        let end = rest.prefix(10).firstIndex(of: UInt8(ascii: ";")),
        let character = String.entity(rest.prefix(end))
      {
        result.append(character: character)
        rest.drop(end + 1)
      } else {
        result.append(byte)
      }
    }
    if result.last == 0x20 { result.removeLast() }
    // Longer text was truncated when it was kept.
    self = result.withUnsafeBufferPointer { String(text: $0, isCut: text.count >= 512) }
  }

  private static func entity(_ name: ByteText) -> Unicode.Scalar? {
    if let scalar = name.lookUp(String.entities) { return scalar }
    guard name.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = name.dropping(1).first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let digits = name.dropping(isHexadecimal ? 2 : 1).string
    let number = UInt32(digits, radix: isHexadecimal ? 16 : 10)
    return number.flatMap { $0 >= 0x20 ? Unicode.Scalar($0) : nil }
  }

  private static let entities: [(StaticString, Unicode.Scalar)] = [
    ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"),
  ]
}
