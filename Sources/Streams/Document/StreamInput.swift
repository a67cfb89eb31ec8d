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
  public enum ValueType: String, CaseIterable, Sendable {
    /// Integers and decimals.
    case number
    /// Text.
    case text
    /// True and false.
    case boolean
    /// Objects, whose fields expressions read.
    case object
    /// Values of every kind.
    case any
  }

  /// The id by which other documents refer to it, and by which it is bound.
  public var id: String
  /// The name that people see.
  public var name: String?
  /// Its purpose.
  public var description: String?
  /// The values that it takes.
  public var type: ValueType
  /// The values that come where nothing is bound to it, in order.
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

extension StreamInput.ValueType {
  /// A value of the type, in words.
  package var noun: String {
    switch self {
    case .number: "a number"
    case .text: "text"
    case .boolean: "true or false"
    case .object: "an object"
    case .any: "a value"
    }
  }

  /// Values of the type, in words.
  package var nouns: String {
    switch self {
    case .number: "numbers"
    case .text: "texts"
    case .boolean: "true and false"
    case .object: "objects"
    case .any: "values of every kind"
    }
  }
}

extension StreamInput.ValueType {
  /// Returns true if a value is of the type.
  package func admits(_ value: StreamValue) -> Bool {
    switch (self, value) {
    case (.any, _), (.number, .integer), (.number, .decimal), (.number, .exact), (.text, .text),
      (.boolean, .truth), (.object, .object):
      true
    case (.number, _), (.text, _), (.boolean, _), (.object, _): false
    }
  }
}
