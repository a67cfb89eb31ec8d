import Expressions
import Formats

/// A value that an input sends if it is not bound.
///
///     StreamTestValue(after: 0.5, value: 3)
///     // {"after": 0.5, "value": 3}
public struct StreamTestValue: Hashable, Sendable {
  /// The seconds since the previous value, or since the beginning for the first one: 0 to
  /// 1,000,000,000.
  public var after: Double
  /// The value.
  public var value: StreamValue

  /// Makes a value that is sent some seconds after the previous one.
  public init(after: Double = 0, value: StreamValue) { (self.after, self.value) = (after, value) }
}

extension StreamTestValue {
  package var json: JSONValue { .object([JSONMember("after", after), JSONMember("value", value)]) }
}

extension StreamInput {
  /// The test data as a stream.
  var testStream: StreamModel<StreamValue> {
    StreamModel(
      id: id, name: name,
      items: test.map { test in
        StreamItem(
          value: test.value, operators: test.after > 0 ? [.delay(seconds: test.after)] : [])
      })
  }
}
