/// Reads the rows of a table with commas (RFC 4180), whose first row names the columns, as objects.
///
/// Fields are numbers, `true` and `false` where they are written so without quotation marks, and
/// otherwise text; an empty one is null. Where the first row has no comma but a semicolon or a tab,
/// that stands between the fields.
struct TableReader {
  private var columns: [String]?
  private var separator = UInt8(ascii: ",")
  /// A row that goes on in the next line, because a line ends within quotation marks.
  private var beginning: [UInt8] = []

  /// Returns the row of a line; nil for the names of the columns, for an empty line, and for one
  /// that does not end a row.
  mutating func row(of line: UnsafeRawBufferPointer) throws(LineProblem) -> StreamObject? {
    if !beginning.isEmpty || line.contains(UInt8(ascii: "\"")) {
      if !beginning.isEmpty { beginning.append(0x0A) }
      beginning += line
      guard beginning.count <= LineSplitter.longestLine else {
        beginning = []
        throw LineProblem(reason: "a row is longer than \(LineSplitter.longestLine >> 20) MiB")
      }
      guard beginning.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) else {
        return nil
      }
      let whole = beginning
      beginning = []
      return try row(of: whole[...])
    }
    return line.isEmpty ? nil : try row(of: Array(line)[...])
  }

  private mutating func row(of bytes: ArraySlice<UInt8>) throws(LineProblem) -> StreamObject? {
    guard let columns else {
      try takeColumns(bytes)
      return nil
    }
    let fields = try fields(of: bytes)
    guard fields.count == columns.count else {
      throw LineProblem(
        reason: "\(columns.count) fields were expected, as in the first line, not \(fields.count)")
    }
    return StreamObject(
      distinct: zip(columns, fields).map { StreamObject.Member(key: $0, value: $1.value) })
  }

  private mutating func takeColumns(_ bytes: ArraySlice<UInt8>) throws(LineProblem) {
    var bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    if !bytes.contains(separator) {
      separator = [0x3B, 0x09].first { bytes.contains($0) } ?? separator
    }
    let names = try fields(of: bytes).map(\.text)
    for (place, name) in names.enumerated() where names[..<place].contains(name) {
      throw LineProblem(reason: "the column “\(name.cut(to: 100))” is there twice")
    }
    columns = names
  }

  private struct Field {
    var text: String
    var isQuoted: Bool

    var value: StreamValue {
      if isQuoted { return .text(text) }
      return text.isEmpty ? .null : StreamValue(word: text)
    }
  }

  private func fields(of bytes: ArraySlice<UInt8>) throws(LineProblem) -> [Field] {
    var fields: [Field] = []
    var rest = bytes
    while true {
      var field: [UInt8] = []
      let isQuoted = rest.first == UInt8(ascii: "\"")
      if isQuoted {
        rest = rest.dropFirst()
        while let byte = rest.popFirst() {
          if byte != UInt8(ascii: "\"") {
            field.append(byte)
          } else if rest.first == UInt8(ascii: "\"") {
            field.append(rest.removeFirst())
          } else {
            break
          }
        }
        guard rest.isEmpty || rest.first == separator else {
          throw LineProblem(reason: "a quotation mark ends in the middle of a field")
        }
      } else {
        field += rest.prefix { $0 != separator }
        rest = rest.dropFirst(field.count)
      }
      guard let text = String(validating: field, as: UTF8.self) else {
        throw LineProblem(reason: "it is not UTF-8")
      }
      fields.append(Field(text: text, isQuoted: isQuoted))
      guard rest.popFirst() != nil else { return fields }
    }
  }
}
