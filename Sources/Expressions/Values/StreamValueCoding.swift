import Formats

extension StreamValue: JSONConvertible, Codable {
  package init(json: JSONValue) throws(DocumentError) {
    switch json {
    case .string(let text): self = .text(text)
    case .number(let digits) where digits.contains(where: { ".eE".contains($0) }):
      self = .decimal(try Double(json: json))
    case .number(let digits):
      if let integer = Int(digits) {
        self = .integer(integer)
      } else if let number = DecimalNumber(digits) {
        // A database id may have more than 64 bits.
        self = .exact(number)
      } else {
        throw DocumentError(
          "an integer of at most \(DecimalNumber.digitLimit) digits was expected, not "
            + digits.prefix(60))
      }
    case .bool(let truth): self = .truth(truth)
    case .null: self = .null
    case .array: self = .list(try [StreamValue](json: json))
    case .object(let members): self = .object(try StreamObject(json: members))
    }
  }

  package var json: JSONValue {
    switch self {
    case .integer(let integer): integer.json
    case .decimal(let decimal): decimal.json
    case .exact(let number): .number(number.description)
    case .text(let text): text.json
    case .truth(let truth): truth.json
    case .null: .null
    case .list(let values): values.json
    case .object(let object): object.json
    }
  }

  /// Decodes any JSON value. A decoder that does not preserve digits, such as Foundation's, makes
  /// an integer of `1.0`.
  public init(from decoder: any Decoder) throws { try self.init(jsonFrom: decoder) }
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension StreamObject {
  fileprivate init(json: [JSONMember]) throws(DocumentError) {
    var members: [Member] = []
    members.reserveCapacity(json.count)
    var keys: Set<String> = []
    for member in json {
      guard keys.insert(member.key).inserted else {
        throw DocumentError("the key “\(member.key)” occurs twice")
      }
      let value = try within(member.key) { () throws(DocumentError) in
        try StreamValue(json: member.value)
      }
      members.append(Member(key: member.key, value: value))
    }
    self.init(distinct: members)
  }

  fileprivate var json: JSONValue { .object(members.map { JSONMember($0.key, $0.value.json) }) }
}
