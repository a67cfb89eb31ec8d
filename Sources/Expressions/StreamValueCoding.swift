import Formats

extension StreamValue: JSONConvertible, Codable {
  package init(json: JSONValue) throws(DocumentError) {
    switch json {
    case .string(let text): self = .text(text)
    case .number(let digits) where digits.contains(where: { ".eE".contains($0) }):
      self = .decimal(try Double(json: json))
    case .number: self = .integer(try Int(json: json))
    case .array: self = .list(try [StreamValue](json: json))
    case .null, .bool, .object: throw json.isNot("a number or text")
    }
  }

  package var json: JSONValue {
    switch self {
    case .integer(let integer): integer.json
    case .decimal(let decimal): decimal.json
    case .text(let text): text.json
    case .list(let values): values.json
    }
  }

  /// Decodes a bare number, text or list. A decoder that does not keep digits, such as
  /// Foundation's, makes an integer of `1.0`.
  public init(from decoder: any Decoder) throws { try self.init(jsonFrom: decoder) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}
