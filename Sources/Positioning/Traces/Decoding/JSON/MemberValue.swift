import Formats

/// A value in an object of JSON, as reports of gpsd and lines of others have them.
enum MemberValue {
  case number(Double)
  /// The text between quotation marks, with escapes unresolved.
  case string(ByteText)
  case bool(Bool)
  /// An object or a list, with its brackets.
  case nested(ByteText)
  case null

  /// Makes the value of one of JSON; nil if it should be a number and is none.
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
  /// Takes the members of an object off the front, and passes each to `body`; false when it is
  /// broken, after the members that were whole.
  mutating func eatObject(_ body: (ByteText, MemberValue) -> Void) -> Bool {
    eat { scanner in
      scanner.eatObject { key, value in
        MemberValue(value).map { body(ByteText(key.text), $0) } != nil
      }
    }
  }

  /// Takes the elements of a list off the front; false when it is broken.
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
