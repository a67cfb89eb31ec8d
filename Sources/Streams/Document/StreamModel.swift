import Expressions
import Formats

/// A value of a stream with the operators that are applied to it alone, in their order.
///
///     StreamItem(value: 1, operators: [.delay(seconds: 1)])
///     // {"value": 1, "operators": [{"delay": {"seconds": 1.0}}]}
public struct StreamItem<Value: Codable> {
  /// The value.
  public var value: Value
  /// The operators for it, first to last.
  public var operators: [Operator]

  /// Makes an item.
  public init(value: Value, operators: [Operator] = []) {
    (self.value, self.operators) = (value, operators)
  }
}

/// A stream as data: its items follow each other, each when the previous one has ended.
///
///     let stream = StreamModel(
///       id: "a", name: "Serial Stream A",
///       items: (1...4).map { StreamItem(value: $0, operators: [.delay(seconds: 1)]) })
///     // {"id": "a", "name": "Serial Stream A", "stream": […]}
///     stream.toPublisher().sink { print($0) }  // 1, 2, 3, 4, a second apart
public struct StreamModel<Value: Codable>: Identifiable {
  /// The id by which other documents of the same file refer to it.
  public var id: String
  /// The display name.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// The items, first to last; the key in JSON is `stream`.
  public var items: [StreamItem<Value>]

  /// Makes a stream.
  public init(
    id: String, name: String? = nil, description: String? = nil, items: [StreamItem<Value>] = []
  ) { (self.id, self.name, self.description, self.items) = (id, name, description, items) }

  private enum CodingKeys: String, CodingKey {
    case id, name, description
    case items = "stream"
  }
}

extension StreamItem: Equatable where Value: Equatable {}
extension StreamItem: Hashable where Value: Hashable {}
extension StreamItem: Sendable where Value: Sendable {}
extension StreamItem: Codable {}

extension StreamModel: Equatable where Value: Equatable {}
extension StreamModel: Hashable where Value: Hashable {}
extension StreamModel: Sendable where Value: Sendable {}

extension StreamModel: Codable {}

extension StreamItem<StreamValue> {
  package var json: JSONValue {
    .object([JSONMember("value", value), JSONMember("operators", operators)])
  }
}
