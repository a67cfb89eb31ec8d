import Formats

/// A value in a JSON object, as in gpsd's reports and lines of other formats.
enum MemberValue {
  case number(Double)
  /// The string between quotation marks, with escapes unresolved.
  case string(ByteText)
  case bool(Bool)
  /// An object or a list, with its brackets.
  case nested(ByteText)
  case null

  /// Makes the value of a JSON value; nil if it should be a number but is not.
  init?(_ value: JSONScanner.Value) {
    switch value.kind {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .string: self = .string(ByteText(value.text))
    case .list, .object: self = .nested(ByteText(value.bytes))
    case .number:
      var text = ByteText(value.bytes)
      guard let number = text.eatNumber(separator: .dot), text.isEmpty else { return nil }
      self = .number(number.double)
    }
  }
}

extension ByteText {
  /// Removes an object from the front, and passes each member to `body`; returns false if it is
  /// malformed, after its complete members.
  mutating func eatObject(_ body: (ByteText, MemberValue) -> Void) -> Bool {
    eat { scanner in
      scanner.eatObject { key, value in
        MemberValue(value).map { body(ByteText(key.text), $0) } != nil
      }
    }
  }

  /// Removes a list from the front, and passes each element to `body`; false if it is malformed.
  mutating func eatList(_ body: (MemberValue) -> Void) -> Bool {
    eat { scanner in
      scanner.eatList { MemberValue($0).map(body) != nil }
    }
  }

  private mutating func eat(_ body: (inout JSONScanner) -> Bool) -> Bool {
    var scanner = JSONScanner(UnsafeBufferPointer(start: start, count: count))
    let isWhole = body(&scanner)
    drop(count - scanner.count)
    return isWhole
  }
}
