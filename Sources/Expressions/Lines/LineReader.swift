import Formats

/// Reads the values of an input from its lines.
///
/// Without a format, a line is read as JSON if possible, and otherwise as plain text, if the type
/// allows both.
package struct LineReader {
  /// The type of the expected values.
  package var type: ValueType
  private let format: LineFormat?
  private var json = ValueReader()
  private var table: TableReader?
  /// Values that span several lines, or share one.
  private var values: JSONLines?

  /// Makes a reader for a format; nil for lines of JSON or of plain numbers and text.
  ///
  /// - Parameter returnsLines: True if ``takeReturned()`` is called before each line for what
  ///   previous lines have left: further JSON values, and the lines of an invalid table row.
  package init(
    of type: ValueType, format: LineFormat? = nil, returnsLines: Bool = false
  ) {
    (self.type, self.format) = (type, format)
    if format == .csv { table = TableReader(returnsLines: returnsLines) }
    if format == .json, returnsLines { values = JSONLines() }
  }

  /// Returns the value of a line; nil for an empty line, and for one that does not end a table row.
  ///
  /// A byte order mark is removed from the beginning of any line: files may be concatenated.
  ///
  /// - Parameter isAlone: True if a table line must be a row by itself.
  package mutating func value(
    of line: UnsafeRawBufferPointer, number: Int = 1, isAlone: Bool = false
  ) throws(LineProblem) -> StreamValue? {
    let line = line.withoutByteOrderMark
    if table != nil { return try table!.row(of: line, number, isAlone: isAlone).map(value) }
    if values?.isOpen == true {
      values!.take(line, number)
      return try takeReturned()
    }
    if type == .number || type == .any,
      let start = line.baseAddress?.assumingMemoryBound(to: UInt8.self),
      let (value, length) = StreamValue.plainNumber(start, line.count), length == line.count
    {
      return value
    }
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      // If text is expected, an empty line is a value, too.
      guard type == .text, format != .json else { return nil }
      return .text(try LineReader.text(line))
    }
    switch format {
    case .json:
      if let value = json.plainValue(line) { return try admitted(value) }
      guard values != nil else { return try admitted(jsonValue(of: line)) }
      values!.take(line, number)
      return try takeReturned()
    case .text: return try plainValue(of: line)
    case .csv, nil: return try anyValue(of: line)
    }
  }

  /// True if a table row has begun and not ended.
  package var isWithinRow: Bool { table?.isWithinRow ?? false }

  /// Ends the text; throws the reason why an unfinished row is invalid.
  package mutating func finish() throws(LineProblem) {
    values?.end("the value that begins here is incomplete")
    try table?.finish()
  }

  /// Begins another text, such as a file that has replaced the previous one.
  package mutating func beginText() { table?.beginText() }

  /// Notes that a line was dropped because it was too long; throws if other lines are lost with it.
  package mutating func skip(number: Int) throws(LineProblem) {
    values?.end("the value that begins here has a line without an end")
    try table?.skip(number)
  }

  /// True if lines must be read again.
  package var hasReturned: Bool { table?.hasReturned ?? values?.hasParts ?? false }

  /// Takes the next line that must be read again, and returns its value like ``value(of:number:)``.
  package mutating func takeReturned() throws(LineProblem) -> StreamValue? {
    guard let part = values?.next() else { return try table?.takeReturned().map(value) }
    do throws(LineProblem) {
      if let problem = part.problem { throw LineProblem(reason: problem) }
      return try part.bytes.withElements { bytes throws(LineProblem) in
        try admitted(jsonValue(of: UnsafeRawBufferPointer(bytes)))
      }
    } catch { throw LineProblem(reason: error.reason, line: part.line) }
  }

  private mutating func jsonValue(
    of line: UnsafeRawBufferPointer
  ) throws(LineProblem) -> StreamValue {
    do throws(DocumentError) { return try json.read(line) } catch {
      let first = line.first { $0 != 0x20 && $0 != 0x09 }
      // A column is useful only for a line that was meant to be JSON.
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
    case .any: return StreamValue(unmistakableNumber: text.trimmed) ?? .text(text)
    case .number, .boolean, .object: return try admitted(.init(word: text.trimmed), quoting: text)
    }
  }

  private mutating func anyValue(of line: UnsafeRawBufferPointer) throws(LineProblem) -> StreamValue
  {
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

  private func value(of row: TableReader.Row) throws(LineProblem) -> StreamValue {
    if type == .object || type == .any {
      return .object(
        StreamObject(
          distinct: zip(row.columns, row.cells).map {
            StreamObject.Member(key: $0, value: $1.value)
          }))
    }
    guard row.cells.count == 1, let cell = row.cells.first else {
      throw LineProblem(
        reason: refusal("a row of \(row.cells.count) columns, which an input of objects takes"))
    }
    switch type {
    case .text: return .text(cell.text)
    case .number: return try admitted(StreamValue(number: cell.text) ?? cell.value)
    case .boolean, .object, .any: return try admitted(cell.value)
    }
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
  /// Reads a number as people write it, including `.5` and `+1`; nil for anything else.
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

  /// Reads a number if text is also possible; nil for what is probably text, because a number would
  /// be written differently.
  ///
  /// The digits must have no leading zeros and no plus sign, unlike post codes and telephone
  /// numbers, and an integer must fit in 64 bits. An exponent must have a sign or follow a
  /// fraction, as programs write it: `1e-5` and `1.5e3` are numbers, `1e5` and `12E3` are names.
  init?(unmistakableNumber text: String) {
    var rest = text.utf8[...]
    func eatDigits() -> Int {
      let count = rest.prefix { $0 &- 0x30 < 10 }.count
      rest = rest.dropFirst(count)
      return count
    }
    func eat(_ bytes: String) -> Bool {
      guard let first = rest.first, bytes.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = eat("-")
    let isZero = rest.first == UInt8(ascii: "0")
    let digits = eatDigits()
    let hasFraction = eat(".")
    guard isZero ? digits == 1 : digits > 0 || hasFraction,
      !hasFraction || eatDigits() > 0
    else { return nil }
    if eat("eE") {
      guard eat("+-") || hasFraction, eatDigits() > 0 else { return nil }
    }
    guard rest.isEmpty else { return nil }
    self.init(number: text)
    if case .exact = self { return nil }
  }
}

extension TableReader.Cell {
  /// The cell's value: text if it is quoted or nothing else; null if it is empty.
  fileprivate var value: StreamValue {
    if isQuoted { return .text(text) }
    switch text {
    case "": return .null
    case "true": return .truth(true)
    case "false": return .truth(false)
    default: return StreamValue(unmistakableNumber: text) ?? .text(text)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The bytes without a byte order mark at their beginning.
  fileprivate var withoutByteOrderMark: UnsafeRawBufferPointer {
    guard first == 0xEF, starts(with: [0xEF, 0xBB, 0xBF]) else { return self }
    return UnsafeRawBufferPointer(rebasing: dropFirst(3))
  }
}
