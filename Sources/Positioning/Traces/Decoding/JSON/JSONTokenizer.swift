import Formats

/// Splits JSON into tokens as it arrives, in pieces of any size.
///
/// Supports what a trace needs: brackets, keys, strings and numbers, with escapes unresolved
/// (``ByteText/withoutEscapes(_:)`` resolves them). Input is never rejected: anything else is
/// skipped, as is a string longer than ``longestText``.
struct JSONTokenizer: Sendable {
  /// The token at the beginning of the bytes.
  enum Token {
    case beginObject, endObject, beginList, endList
    case key(ByteText)
    case string(ByteText)
    case number(ByteText)
    /// True, false or null.
    case word
    /// A token to ignore: blanks, commas, a string that is too long.
    case nothing
    /// More bytes are needed.
    case incomplete
  }

  /// A bit for each open bracket, set if it is an object's; the innermost one is the lowest.
  private var objects: UInt64 = 0
  /// The number of open brackets.
  private(set) var depth = 0
  /// True if the next string is a key.
  private var expectsKey = false
  /// True inside a string that is too long, and after a backslash there.
  private var isInLongText = false
  private var isEscaped = false

  static let longestText = 4096
  private static let longestNumber = 256

  /// Removes one token from the front of `text`; waits for nothing at the end of the source.
  mutating func next(_ text: inout ByteText, isLast: Bool) -> Token {
    guard let first = text.first else { return .incomplete }
    if isInLongText { return passText(&text) }
    switch first {
    case UInt8(ascii: "{"): return open(&text, isObject: true)
    case UInt8(ascii: "["): return open(&text, isObject: false)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      text.drop(1)
      guard depth > 0 else { return .nothing }
      let isObject = objects & 1 == 1
      depth -= 1
      objects >>= 1
      expectsKey = false
      return isObject ? .endObject : .endList
    case .quote: return string(&text)
    case .comma:
      text.drop(1)
      expectsKey = depth > 0 && objects & 1 == 1
      return .nothing
    case .minus, .plus, .dot, 0x30...0x39: return number(&text, isLast: isLast)
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      return word(&text, isLast: isLast)
    default:
      text.drop(1)
      return .nothing
    }
  }

  private mutating func open(_ text: inout ByteText, isObject: Bool) -> Token {
    text.drop(1)
    depth += 1
    objects = objects << 1 | (isObject ? 1 : 0)
    expectsKey = isObject
    return isObject ? .beginObject : .beginList
  }

  private mutating func string(_ text: inout ByteText) -> Token {
    var index = 1
    let end = min(text.count, JSONTokenizer.longestText)
    while index < end, text[index] != .quote { index += text[index] == UInt8(ascii: "\\") ? 2 : 1 }
    guard index < end else {
      guard text.count >= JSONTokenizer.longestText else { return .incomplete }
      text.drop(1)
      (isInLongText, isEscaped) = (true, false)
      return .nothing
    }
    let found = text.dropping(1).prefix(index - 1)
    text.drop(index + 1)
    defer { expectsKey = false }
    return expectsKey ? .key(found) : .string(found)
  }

  private mutating func passText(_ text: inout ByteText) -> Token {
    while let byte = text.first {
      text.drop(1)
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == .quote {
        isInLongText = false
        if expectsKey {
          expectsKey = false
          return .key(text.prefix(0))
        }
        return .string(text.prefix(0))
      }
    }
    return .nothing
  }

  private func number(_ text: inout ByteText, isLast: Bool) -> Token {
    var length = 0
    while length < min(text.count, JSONTokenizer.longestNumber), text[length].mayBeInNumber {
      length += 1
    }
    guard length < text.count || isLast || length == JSONTokenizer.longestNumber else {
      return .incomplete
    }
    let found = text.prefix(length)
    text.drop(length)
    return .number(found)
  }

  private func word(_ text: inout ByteText, isLast: Bool) -> Token {
    var length = 0
    while length < min(text.count, 16), text[length].isLetter { length += 1 }
    guard length < text.count || isLast || length == 16 else { return .incomplete }
    text.drop(length)
    return .word
  }
}

extension ByteText {
  /// Passes a JSON string with its escapes resolved to `body`. Anything that is not an escape
  /// remains as it is, and half a surrogate pair becomes U+FFFD.
  func withoutEscapes<Result>(_ body: (ByteText) -> Result) -> Result {
    let backslash = UInt8(ascii: "\\")
    guard firstIndex(of: backslash) != nil else { return body(self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    var rest = self
    while let byte = rest.first {
      if byte == backslash,
        let escape = jsonEscape(UnsafeBufferPointer(start: rest.start, count: rest.count))
      {
        bytes.append(character: Unicode.Scalar(escape.code) ?? "\u{FFFD}")
        rest.drop(escape.length)
      } else {
        bytes.append(byte)
        rest.drop(1)
      }
    }
    return bytes.withUnsafeBufferPointer { body(ByteText($0)) }
  }
}

extension UInt8 {
  /// True for the digits, signs, point and exponent of a number.
  fileprivate var mayBeInNumber: Bool {
    isDigit || self == .dot || self == .minus || self == .plus || self | 0x20 == UInt8(ascii: "e")
  }
}
