import Expressions
import Formats

/// A record that was read.
package struct ReadRecord: Hashable, Sendable {
  /// The value. A number that no value can represent is a text with its digits.
  package let value: StreamValue
  /// The record as JSON on one line, if its numbers have more digits than the value can represent.
  package let json: String?

  init(_ value: StreamValue, json: String? = nil) { (self.value, self.json) = (value, json) }
}

/// A record that cannot be read: its text, and the reason.
package struct UnreadRecord: Error, Hashable, Sendable {
  /// The text, unchanged.
  package let text: String
  /// The problem, in words.
  package let reason: String
}

extension LineReader {
  /// Reads a record of JSON; nil for an empty line.
  mutating func record(of line: UnsafeRawBufferPointer) throws(LineProblem) -> ReadRecord? {
    // The usual path reports errors.
    if line.hasLongNumber, let json = try? JSONReader.read(Array(line)),
      let value = try? StreamValue(json: json.holdable)
    {
      return ReadRecord(value, json: json.compactText)
    }
    return try value(of: line).map { ReadRecord($0) }
  }
}

extension UnsafeRawBufferPointer {
  /// True if there may be a number with too many digits for a value: more than 15, or an exponent
  /// of three.
  fileprivate var hasLongNumber: Bool {
    var run = 0
    for byte in self {
      if byte &- 0x30 < 10 {
        run += 1
        if run > 15 { return true }
      } else if byte | 0x20 == UInt8(ascii: "e"), run > 0 {
        // 1e400 has few digits, and is too large all the same.
        run = 13
      } else if byte != UInt8(ascii: ".") && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "-")
      {
        run = 0
      }
    }
    return false
  }
}

extension JSONValue {
  /// The value with texts in place of the numbers that no ``StreamValue`` can represent.
  var holdable: JSONValue {
    switch self {
    case .number(let digits): (try? StreamValue(json: self)) == nil ? .string(digits) : self
    case .array(let values): .array(values.map(\.holdable))
    case .object(let members): .object(members.map { JSONMember($0.key, $0.value.holdable) })
    case .null, .bool, .string: self
    }
  }
}
