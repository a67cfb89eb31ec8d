import Expressions
import Formats

/// A value that stands for those of an input where nothing is bound to it.
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

extension StreamTestValue: JSONConvertible {
  package init(json: JSONValue) throws(StreamDocumentError) {
    let fields = try JSONFields(json)
    try fields.refuseKeys(otherThan: ["after", "value"])
    let after = try fields.optional("after", as: Double.self) ?? 0
    guard Operator.secondsRange.contains(after) else {
      throw StreamDocumentError("seconds from 0 to 1000000000 were expected").inside("after")
    }
    self.init(after: after, value: try fields("value"))
  }

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

extension JSONFields {
  /// Reads the test data of an input, which are of its type.
  func testValues(_ type: StreamInput.ValueType) throws(StreamDocumentError) -> [StreamTestValue] {
    let test = try optional("test", as: [StreamTestValue].self) ?? []
    for (index, item) in test.enumerated() where !type.admits(item.value) {
      throw StreamDocumentError("\(type.noun) was expected, not \(item.value.kind)")
        .inside("test[\(index)].value")
    }
    return test
  }
}
