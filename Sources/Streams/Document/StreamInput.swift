import Expressions
import Formats

/// Values from outside the documents: an id that the host program binds to a source.
///
///     let prices = StreamInput(id: "prices", name: "Prices", type: .number)
///     // {"input": {"id": "prices", "name": "Prices", "type": "number"}}
///
/// A chain, a union or a join takes its values by its id, like those of any other document. In
/// marbles and on the screen, an unbound input sends its ``test`` data instead.
public struct StreamInput: Hashable, Sendable, Identifiable {
  /// The type of an input's values.
  public typealias ValueType = Expressions.ValueType

  /// The id by which other documents refer to it, and by which it is bound.
  public var id: String
  /// The display name.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// The type of its values.
  public var type: ValueType
  /// The values that are sent if the input is not bound, in order.
  public var test: [StreamTestValue]

  /// Makes an input.
  public init(
    id: String, name: String? = nil, description: String? = nil, type: ValueType = .any,
    test: [StreamTestValue] = []
  ) {
    (self.id, self.name, self.description, self.type) = (id, name, description, type)
    self.test = test
  }
}
