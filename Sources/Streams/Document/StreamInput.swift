import Expressions
import Formats

/// Values that come from outside of the documents: an id that the program which runs them
/// binds to a source.
///
///     let prices = StreamInput(id: "prices", name: "Prices", type: .number)
///     // {"input": {"id": "prices", "name": "Prices", "type": "number"}}
///
/// A chain, a union or a join takes its values by its id, like those of any other document. Where
/// nothing is bound, in marbles and on the screen, its ``test`` data come instead.
public struct StreamInput: Hashable, Sendable, Identifiable {
  /// The values that an input takes.
  public typealias ValueType = Expressions.ValueType

  /// The id by which other documents refer to it, and by which it is bound.
  public var id: String
  /// The display name.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// The values that it takes.
  public var type: ValueType
  /// The values that come if nothing is bound to it, in order.
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
