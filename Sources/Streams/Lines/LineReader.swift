import Formats

/// Reads the values of an input from its lines.
///
/// Without a format a line is JSON where it can be, and otherwise plain text, as far as the type
/// leaves a choice.
package struct LineReader {
  /// The values that are expected.
  package var type: StreamInput.ValueType
  private let format: LineFormat?
  private var json = ValueReader()
  private var table: TableReader?

  /// Makes a reader of a format; nil for lines of JSON or of plain numbers and texts.
  package init(of type: StreamInput.ValueType, format: LineFormat? = nil) {
    (self.type, self.format) = (type, format)
    if format == .csv { table = TableReader() }
  }

  /// Returns the value of a line; nil for an empty one, and for one of a table that is no row.
  package mutating func value(
    of line: UnsafeRawBufferPointer
  ) throws(LineProblem) -> StreamValue? {
    if table != nil {
      guard let row = try table!.row(of: line) else { return nil }
      return try field(of: row)
    }
    if type == .number || type == .any,
      let start = line.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let (value, length) = StreamValue.plainNumber(start, line.count), length == line.count
    {
      return value
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      // Of texts an empty one is a value, too.
      guard type == .text, format != .json else { return nil }
      return .text(try LineReader.text(line))
    }
    switch format {
    case .json: return try admitted(jsonValue(of: line))
    case .text: return try plainValue(of: line)
    case .csv, nil: return try anyValue(of: line)
    }
  }

  private mutating func jsonValue(
    of line: UnsafeRawBufferPointer
  ) throws(LineProblem) -> StreamValue {
    do throws(DocumentError) { return try json.read(line) } catch {
      let first = line.first { $0 != 0x20 && $0 != 0x09 }
      // A column helps only with what was meant to be JSON.
      if let first, UnicodeScalar(first) != "{", UnicodeScalar(first) != "[",
        UnicodeScalar(first) != "\""
      {
        throw LineProblem(reason: refusal("“\(try LineReader.text(line).cut(to: 100))”"))
      }
      throw LineProblem(reason: error.description)
    }
  }

  private mutating func plainValue(
    of line: UnsafeRawBufferPointer
  ) throws(LineProblem) -> StreamValue {
    let text = try LineReader.text(line)
    switch type {
    case .text: return .text(text)
    case .any: return StreamValue(number: text.trimmed) ?? .text(text)
    case .number, .boolean, .object: return try admitted(.init(word: text.trimmed), quoting: text)
    }
  }

  private mutating func anyValue(
    of line: UnsafeRawBufferPointer
  ) throws(LineProblem) -> StreamValue {
    let first = line.first { $0 != 0x20 && $0 != 0x09 }
    switch type {
    case .object: return try admitted(jsonValue(of: line))
    case .text where first != UInt8(ascii: "\""): return .text(try LineReader.text(line))
    case .text, .any:
      if let value = try? json.read(line), type.admits(value) { return value }
      return .text(try LineReader.text(line))
    case .number, .boolean: return try plainValue(of: line)
    }
  }

  private func field(of row: StreamObject) throws(LineProblem) -> StreamValue {
    if type == .object || type == .any { return .object(row) }
    guard row.count == 1 else {
      throw LineProblem(
        reason: refusal("a row of \(row.count) columns, which an input of objects takes"))
    }
    return try admitted(row.members[0].value)
  }

  private func admitted(
    _ value: StreamValue, quoting text: String? = nil
  ) throws(LineProblem) -> StreamValue {
    if type.admits(value) { return value }
    throw LineProblem(reason: refusal(text.map { "“\($0.cut(to: 100))”" } ?? value.kind))
  }

  private func refusal(_ found: String) -> String { "\(type.noun) was expected, not \(found)" }

  static func text(_ line: UnsafeRawBufferPointer) throws(LineProblem) -> String {
    let bytes = line.bindMemory(to: UInt8.self)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw LineProblem(reason: "it is not UTF-8")
    }
    return text
  }
}

extension StreamValue {
  /// Reads a number as people write it, `.5` and `+1` too; nil for anything else.
  init?(number text: String) {
    guard let json = JSONValue(typedNumber: text), let value = try? StreamValue(json: json) else {
      return nil
    }
    self = value
  }

  /// Reads a number, or true or false, or else text.
  init(word text: String) {
    switch text {
    case "true": self = .truth(true)
    case "false": self = .truth(false)
    default: self = StreamValue(number: text) ?? .text(text)
    }
  }
}
