/// A type whose values convert to and from JSON without loss.
package protocol JSONConvertible {
  init(json: JSONValue) throws(DocumentError)
  var json: JSONValue { get }
}

/// The members of an object, read by their keys.
package struct JSONFields {
  package let members: [JSONMember]

  package init(members: [JSONMember]) { self.members = members }

  package init(_ json: JSONValue) throws(DocumentError) {
    guard case .object(let members) = json else { throw json.isNot("an object") }
    self.members = members
  }

  /// The value at a required key.
  package func callAsFunction<Value: JSONConvertible>(_ key: String, as _: Value.Type = Value.self)
    throws(DocumentError) -> Value
  {
    guard let json = try json(key) else { throw DocumentError("the key “\(key)” is missing") }
    return try within(key) { () throws(DocumentError) in try Value(json: json) }
  }

  /// The value at a key that may be missing or null.
  package func optional<Value: JSONConvertible>(
    _ key: String, as _: Value.Type = Value.self
  ) throws(DocumentError) -> Value? {
    guard let json = try json(key), json != .null else { return nil }
    return try within(key) { () throws(DocumentError) in try Value(json: json) }
  }

  /// Throws if there is an unknown key, which may belong to a newer version or be misspelled.
  package func refuseKeys(otherThan known: [String]) throws(DocumentError) {
    for member in members where !known.contains(member.key) {
      throw DocumentError(
        "there is no such key here" + (known.isEmpty ? "" : "; use \(known.alternatives)")
      ).inside(member.key)
    }
  }

  private func json(_ key: String) throws(DocumentError) -> JSONValue? {
    var found: JSONValue?
    for member in members where member.key == key {
      if found != nil { throw DocumentError("the key “\(key)” occurs twice") }
      found = member.value
    }
    return found
  }
}

extension JSONValue {
  package func isNot(_ expected: String) -> DocumentError {
    DocumentError("\(expected) was expected, not \(kind)")
  }
}

extension JSONValue: JSONConvertible {
  package init(json: JSONValue) { self = json }
  package var json: JSONValue { self }
}

extension String: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    guard case .string(let string) = json else { throw json.isNot("text") }
    self = string
  }

  package var json: JSONValue { .string(self) }
}

extension Bool: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    guard case .bool(let bool) = json else { throw json.isNot("true or false") }
    self = bool
  }

  package var json: JSONValue { .bool(self) }
}

extension Int: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    guard case .number(let digits) = json else { throw json.isNot("an integer") }
    guard let integer = Int(digits) else {
      throw DocumentError("an integer of 64 bits was expected, not \(digits.prefix(40))")
    }
    self = integer
  }

  package var json: JSONValue { .number(String(self)) }
}

extension Double: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    guard case .number(let digits) = json else { throw json.isNot("a number") }
    guard let decimal = Double(digits), decimal.isFinite else {
      throw DocumentError("\(digits.prefix(40)) is too large a number")
    }
    self = decimal
  }

  /// The shortest digits that read back as the same number; always with a point or an exponent.
  package var json: JSONValue { .number(String(self)) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    guard case .array(let elements) = json else { throw json.isNot("a list") }
    self = []
    reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      append(try within("[\(index)]") { () throws(DocumentError) in try Element(json: element) })
    }
  }

  package var json: JSONValue { .array(map(\.json)) }
}

extension Optional: JSONConvertible where Wrapped: JSONConvertible {
  package init(json: JSONValue) throws(DocumentError) {
    self = json == .null ? nil : try Wrapped(json: json)
  }

  package var json: JSONValue { self?.json ?? .null }
}

// MARK: - Any coder

extension JSONConvertible where Self: Codable {
  /// Decodes through JSON; the error keeps its message.
  package init(jsonFrom decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do throws(DocumentError) { try self.init(json: json) } catch {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }
}
