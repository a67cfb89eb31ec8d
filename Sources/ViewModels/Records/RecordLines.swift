import Expressions

extension RecordMapping {
  /// Returns the records of a program's output: those of JSON, or a record for each line.
  ///
  /// Lines are read as JSON values if possible, otherwise as text.
  ///
  /// - Parameters:
  ///   - output: The program's output.
  ///   - start: The position of the first record, for the identity of those without a key.
  /// - Throws: The reason why there is no list of records, or that there are more than
  ///   ``mostRecords``.
  package func records(ofOutput output: [UInt8], from start: Int = 0) throws(RecordError)
    -> [RecordItem]
  {
    let isJSON = output.withUnsafeBufferPointer { text in
      let first = text.first { $0 > 0x20 }
      return (first == UInt8(ascii: "[") || first == UInt8(ascii: "{"))
        && (try? RecordList.root(of: text)) != nil
    }
    if isJSON || items != nil { return try records(of: output, from: start) }
    // The output of programs that make JSON and found nothing.
    if output.filter({ $0 > 0x20 }).elementsEqual("null".utf8) { return [] }
    var maker = RecordMaker(self)
    var reader = RecordLineReader(format: nil)
    var records: [RecordItem] = []
    for line in output.split(separator: 0x0A, omittingEmptySubsequences: true) {
      guard let value = reader.value(of: line) else { continue }
      guard records.count < RecordMapping.mostRecords else {
        throw RecordError(
          "it has more than \(RecordMapping.mostRecords) lines; request fewer at a time")
      }
      records.append(maker.record(of: value, at: .position(start + records.count)))
    }
    return records
  }
}

/// Reads the values of lines: JSON, texts or the rows of a table.
struct RecordLineReader {
  private let format: LineFormat?
  private var reader: LineReader

  /// Makes a reader for a format; nil for lines of JSON or of texts.
  init(format: LineFormat?) {
    (self.format, reader) = (format, LineReader(of: .any, format: format))
  }

  /// True within a row of a table that has not ended.
  var isWithinRow: Bool { reader.isWithinRow }

  /// Returns the value of a line; nil for a line without one, such as an empty line.
  ///
  /// - Parameter isAlone: True if the line of a table must be a separate row.
  mutating func value(
    of line: some Sequence<UInt8>, isAlone: Bool = false
  ) -> Result<ReadRecord, UnreadRecord>? {
    var bytes = Array(line)
    if bytes.last == 0x0D { bytes.removeLast() }
    let format = format
    return result(of: bytes) { reader, line throws(LineProblem) in
      switch format {
      case .json, nil: try reader.record(of: line)
      case .text, .csv: try reader.value(of: line, isAlone: isAlone).map { ReadRecord($0) }
      }
    }
  }

  /// Ends the lines; returns the reason why a row that has begun is none.
  mutating func finish() -> Result<ReadRecord, UnreadRecord>? {
    result(of: []) { reader, _ throws(LineProblem) in
      try reader.finish()
      return nil
    }
  }

  /// Returns a line as text.
  func text(of line: [UInt8]) -> Result<ReadRecord, UnreadRecord>? {
    let bytes = line.last == 0x0D ? line.dropLast() : line[...]
    if let text = String(validating: bytes, as: UTF8.self) {
      return .success(ReadRecord(.text(text)))
    }
    return .failure(
      UnreadRecord(text: String(decoding: bytes, as: UTF8.self), reason: "it is not UTF-8"))
  }

  private mutating func result(
    of bytes: [UInt8],
    _ read: (inout LineReader, UnsafeRawBufferPointer) throws(LineProblem) -> ReadRecord?
  ) -> Result<ReadRecord, UnreadRecord>? {
    bytes.withUnsafeBytes { line in
      do throws(LineProblem) { return try read(&reader, line).map { .success($0) } } catch {
        let text = String(decoding: bytes.prefix(LineSplitter.longestLine), as: UTF8.self)
        return .failure(UnreadRecord(text: text, reason: error.reason))
      }
    }
  }
}
