/// JSON as written in a file: members keep their order, numbers their digits.
///
///     let json = try JSONReader.read(Array(#"{"id": 1.50}"#.utf8))
///     json.text()  // {"id": 1.50}
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number, as it was written.
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// The kind of value, in words.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// One key of an object, with its value.
package struct JSONMember: Hashable, Sendable {
  package var key: String
  package var value: JSONValue

  package init(_ key: String, _ value: JSONValue) { (self.key, self.value) = (key, value) }
  package init(_ key: String, _ value: some JSONConvertible) { self.init(key, value.json) }
}

// MARK: - Writing

extension JSONValue {
  /// The value as text: a part that fits is on one line, other parts are indented by two spaces.
  package func text(width: Int = 100) -> String {
    var text = ""
    write(to: &text, indent: 0, width: width)
    return text
  }

  /// The value as text on one line, without blanks between its parts.
  package var compactText: String {
    var text = ""
    write(to: &text, indent: 0, width: nil)
    return text
  }

  /// Writes the value; a width of `Int.max` is one line, and nil is one line without blanks.
  private func write(to text: inout String, indent: Int, width: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .number(let digits): text += digits
    case .string(let string): JSONValue.write(string, to: &text)
    case .array(let elements):
      JSONValue.write(elements, "[", "]", to: &text, indent, width) {
        element, text, indent, width in element.write(to: &text, indent: indent, width: width)
      }
    case .object(let members):
      JSONValue.write(members, "{", "}", to: &text, indent, width) { member, text, indent, width in
        JSONValue.write(member.key, to: &text)
        text += width == nil ? ":" : ": "
        let room = width.map { $0 == .max ? $0 : $0 - member.key.utf8.count - 4 }
        member.value.write(to: &text, indent: indent, width: room)
      }
    }
  }

  /// Writes a list of parts: on one line if they fit, else one on each line.
  private static func write<Part>(
    _ parts: [Part], _ opening: String, _ closing: String, to text: inout String, _ indent: Int,
    _ width: Int?, part writePart: (Part, inout String, Int, Int?) -> Void
  ) {
    let room = width ?? .max
    if room == .max || parts.count <= room / 3 {
      var line = opening
      for (index, part) in parts.enumerated() {
        if index > 0 { line += width == nil ? "," : ", " }
        writePart(part, &line, 0, width == nil ? nil : .max)
        if line.utf8.count > room - indent { break }
      }
      line += closing
      if line.utf8.count <= room - indent {
        text += line
        return
      }
    }
    let margin = String(repeating: " ", count: indent + 2)
    text += opening
    for (index, part) in parts.enumerated() {
      text += (index > 0 ? ",\n" : "\n") + margin
      writePart(part, &text, indent + 2, width)
    }
    text += "\n" + String(repeating: " ", count: indent) + closing
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.disturbsLine: text += scalar.jsonEscape
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension Unicode.Scalar {
  /// The character as a JSON escape: `\u00e9`, or two of them.
  package var jsonEscape: String {
    UTF16.encode(self)!.map { unit in "\\u" + String(hexadecimal: unit, width: 4) }.joined()
  }

  /// True if it changes how a terminal or an editor shows its line. Joiners of letters or
  /// pictographs do not.
  fileprivate var disturbsLine: Bool {
    if value < 0x80 { return value < 0x20 || value == 0x7F }
    if value == 0x200C || value == 0x200D { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}

// MARK: - Other coders

extension JSONValue: Codable {
  /// Reads the value of any decoder. Only ``JSONReader`` preserves a number's digits: from another
  /// decoder, a whole number is an integer.
  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      self = .object(
        try container.allKeys.map { key in
          JSONMember(key.stringValue, try container.decode(JSONValue.self, forKey: key))
        })
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try [JSONValue](from: decoder))
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let bool = try? container.decode(Bool.self) {
        self = .bool(bool)
      } else if let integer = try? container.decode(Int.self) {
        self = .number(String(integer))
      } else if let decimal = try? container.decode(Double.self) {
        self = .number(String(decimal))
      } else {
        self = .string(try container.decode(String.self))
      }
    }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: JSONKey.self)
      for member in members {
        try container.encode(member.value, forKey: JSONKey(stringValue: member.key))
      }
    case .array(let elements): try elements.encode(to: encoder)
    case .null: try (nil as Bool?).encode(to: encoder)
    case .bool(let bool): try bool.encode(to: encoder)
    case .string(let string): try string.encode(to: encoder)
    case .number(let digits):
      if let integer = Int(digits) {
        try integer.encode(to: encoder)
      } else {
        try (Double(digits) ?? 0).encode(to: encoder)
      }
    }
  }
}

/// A key with any name.
struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
