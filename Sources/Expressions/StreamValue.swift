/// A value of a document's stream: an integer, a decimal, text, or a list of these.
///
///     let values: [StreamValue] = [1, 1.0, "A"]
///     values.map(\.description)  // ["1", "1.0", "A"]
///
/// An integer and a decimal are never the same value, and keep their kinds when written and read.
/// Lists are made by `collect` and by joins without an expression.
public enum StreamValue: Hashable, Sendable {
  /// A whole number of 64 bits.
  case integer(Int)
  /// A number with a fraction or an exponent; always finite in a document.
  case decimal(Double)
  /// Text.
  case text(String)
  /// Values in an order.
  case list([StreamValue])

  /// The kind of value, in words.
  public var kind: String {
    switch self {
    case .integer: "an integer"
    case .decimal: "a decimal"
    case .text: "text"
    case .list: "a list"
    }
  }
}

extension StreamValue: CustomStringConvertible {
  /// Digits or text as they are; a list in brackets.
  public var description: String {
    switch self {
    case .integer(let integer): String(integer)
    case .decimal(let decimal): String(decimal)
    case .text(let text): text
    case .list(let values): "[\(values.map(\.description).joined(separator: ", "))]"
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
  ExpressibleByStringLiteral, ExpressibleByArrayLiteral
{
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .decimal(value) }
  public init(stringLiteral value: String) { self = .text(value) }
  public init(arrayLiteral elements: StreamValue...) { self = .list(elements) }
}

/// A type whose values the operators of a document can compute with: `Int`, `Double`, `String` and
/// ``StreamValue`` itself.
///
///     StreamModel(id: "a", items: [StreamItem(value: 1)]).toPublisher()  // of Int
public protocol StreamElement: Codable, Hashable, Sendable {
  /// Makes a value of an expression's result; nil if it is of another kind.
  init?(_ value: StreamValue)
  /// The value in the form that expressions take.
  var streamValue: StreamValue { get }
}

extension StreamValue: StreamElement {
  @inlinable public init(_ value: StreamValue) { self = value }
  @inlinable public var streamValue: StreamValue { self }
}

extension Int: StreamElement {
  @inlinable
  public init?(_ value: StreamValue) {
    guard case .integer(let integer) = value else { return nil }
    self = integer
  }

  @inlinable public var streamValue: StreamValue { .integer(self) }
}

extension Double: StreamElement {
  /// Makes a number of a decimal, or of an integer if a decimal can hold it.
  public init?(_ value: StreamValue) {
    switch value {
    case .decimal(let decimal): self = decimal
    case .integer(let integer): self.init(exactly: integer)
    case .text, .list: return nil
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
