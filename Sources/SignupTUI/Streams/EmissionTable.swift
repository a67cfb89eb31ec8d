/// Writes emissions as the rows of a table: the time, the stream, and the value, or a column for
/// each field of an object.
///
/// The first line contains the names of the columns; if a value has other fields, an empty line and
/// the new names precede it.
struct EmissionTable {
  private var columns: [String]?

  /// Returns the row of a value, after the lines that have to precede it.
  mutating func row(of value: StreamValue, _ stream: String, _ seconds: Double) -> [UInt8] {
    var bytes: [UInt8] = []
    let (names, values) =
      if case .object(let object) = value {
        (object.members.map(\.key), object.members.map(\.value))
      } else { (["value"], [value]) }
    if names != columns {
      if columns != nil { bytes.append(0x0A) }
      columns = names
      bytes += "t,stream".utf8
      for name in names { bytes.append(field: name) }
      bytes.append(0x0A)
    }
    bytes += seconds.description.utf8
    bytes.append(field: stream)
    for value in values { bytes.append(field: value) }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a field after a comma: text unchanged, null as nothing, lists and objects as JSON.
  fileprivate mutating func append(field value: StreamValue) {
    switch value {
    case .text(let text): append(field: text)
    case .null: append(UInt8(ascii: ","))
    case .list, .object:
      var json: [UInt8] = []
      json.append(json: value)
      append(field: String(decoding: json, as: UTF8.self))
    case .integer, .decimal, .exact, .truth:
      append(UInt8(ascii: ","))
      append(json: value)
    }
  }

  /// Appends text after a comma, quoted if necessary.
  fileprivate mutating func append(field text: String) {
    append(UInt8(ascii: ","))
    let needsQuotes =
      text.isEmpty || text.utf8.first == 0x20 || text.utf8.last == 0x20
      || text.utf8.contains { $0 == 0x2C || $0 == 0x22 || $0 == 0x0A || $0 == 0x0D }
    guard needsQuotes else {
      self += text.utf8
      return
    }
    append(0x22)
    for byte in text.utf8 {
      if byte == 0x22 { append(0x22) }
      append(byte)
    }
    append(0x22)
  }
}
