/// A value of a document's stream: a number, text, true or false, null, a list or an object.
///
///     let values: [StreamValue] = [1, 1.0, "A", true, [1, "B"], ["speed": 1.5]]
///     values.map(\.description)  // ["1", "1.0", "A", "true", "[1, B]", "{\"speed\":1.5}"]
///
/// An integer never equals a decimal, and both keep their kinds when written and read. Two objects
/// are equal if they have the same members, in any order.
public enum StreamValue: Hashable, Sendable {
  /// A whole number of 64 bits.
  case integer(Int)
  /// A number with a fraction or an exponent; always finite in a document.
  case decimal(Double)
  /// An exact number: a decimal in a form, or an integer of more than 64 bits.
  indirect case exact(DecimalNumber)
  /// Text.
  case text(String)
  /// True or false.
  case truth(Bool)
  /// No value, JSON's `null`.
  case null
  /// Values in order.
  case list([StreamValue])
  /// Values with keys.
  case object(StreamObject)

  /// The kind of value, in words.
  public var kind: String {
    switch self {
    case .integer: "an integer"
    case .exact(let number) where number.places == 0: "an integer"
    case .decimal, .exact: "a decimal"
    case .text: "text"
    case .truth: "true or false"
    case .null: "null"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

extension StreamValue: CustomStringConvertible {
  /// Numbers, text and words unchanged; a list in brackets, and an object as JSON.
  public var description: String {
    switch self {
    case .integer(let integer): String(integer)
    case .decimal(let decimal): String(decimal)
    case .exact(let number): number.description
    case .text(let text): text
    case .truth(let truth): truth ? "true" : "false"
    case .null: "null"
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .object: json.compactText
    }
  }
}

extension StreamValue {
  /// Returns the description, or slightly more of its beginning than `limit` characters.
  package func description(limit: Int) -> String {
    guard case .list(let values) = self, values.count > limit || size > 16 * limit else {
      return description
    }
    var text = "["
    for (index, value) in values.enumerated() {
      if text.utf8.count > 8 * limit { break }
      text += (index > 0 ? ", " : "") + value.description(limit: limit)
    }
    return text + "]"
  }
}

extension StreamValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .decimal(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(booleanLiteral value: Bool) { self = .truth(value) }
  public init(arrayLiteral elements: StreamValue...) { self = .list(elements) }
  /// Makes an object; a repeated key has its last value.
  public init(dictionaryLiteral elements: (String, StreamValue)...) {
    self = .object(StreamObject(elements))
  }
}

/// A type whose values the operators of a document can process: `Int`, `Double`, `String`, `Bool`
/// and ``StreamValue`` itself.
///
///     StreamModel(id: "a", items: [StreamItem(value: 1)]).toPublisher()  // of Int
public protocol StreamElement: Codable, Hashable, Sendable {
  /// Makes a value from an expression's result; nil if it is of another kind.
  init?(_ value: StreamValue)
  /// The value as expressions take it.
  var streamValue: StreamValue { get }
}

extension StreamValue: StreamElement {
  @inlinable public init(_ value: StreamValue) { self = value }
  @inlinable public var streamValue: StreamValue { self }
}

extension Int: StreamElement {
  @inlinable public init?(_ value: StreamValue) {
    guard case .integer(let integer) = value else { return nil }
    self = integer
  }

  @inlinable public var streamValue: StreamValue { .integer(self) }
}

extension Double: StreamElement {
  /// Makes a number from a decimal, or from an integer that a decimal can represent.
  public init?(_ value: StreamValue) {
    switch value {
    case .decimal(let decimal): self = decimal
    case .integer(let integer): self.init(exactly: integer)
    case .exact(let number): self = number.double
    case .text, .truth, .null, .list, .object: return nil
    }
  }

  public var streamValue: StreamValue { .decimal(self) }
}

extension String: StreamElement {
  public init?(_ value: StreamValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }

  public var streamValue: StreamValue { .text(self) }
}

extension Bool: StreamElement {
  public init?(_ value: StreamValue) {
    guard case .truth(let truth) = value else { return nil }
    self = truth
  }

  public var streamValue: StreamValue { .truth(self) }
}
