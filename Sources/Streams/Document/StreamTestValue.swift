import Expressions
import Formats

/// A value that replaces those of an input if nothing is bound to it.
///
///     StreamTestValue(after: 0.5, value: 3)
///     // {"after": 0.5, "value": 3}
public struct StreamTestValue: Hashable, Sendable {
  /// The seconds from the value before, or for the first one from the beginning: 0 to
  /// 1,000,000,000.
  public var after: Double
  /// The value.
  public var value: StreamValue

  /// Makes a value that comes some seconds after the one before.
  public init(after: Double = 0, value: StreamValue) { (self.after, self.value) = (after, value) }
}

extension StreamTestValue {
  package var json: JSONValue { .object([JSONMember("after", after), JSONMember("value", value)]) }
}

extension StreamInput {
  /// The test data as a stream of their own.
  var testStream: StreamModel<StreamValue> {
    StreamModel(
      id: id, name: name,
      items: test.map { test in
        StreamItem(
          value: test.value, operators: test.after > 0 ? [.delay(seconds: test.after)] : [])
      })
  }
}
