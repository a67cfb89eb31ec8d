extension RecordMapping {
  /// Returns the records of a program's output: those of JSON, or a record for each line.
  ///
  /// Lines are values of JSON where they can be, and else texts.
  ///
  /// - Parameters:
  ///   - output: What the program has written.
  ///   - start: The place of the first record, for the identity of those without a key.
  /// - Throws: The reason why there is no list of records, or that it has more than
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
    // What programs write that make JSON and found nothing.
    if output.filter({ $0 > 0x20 }).elementsEqual("null".utf8) { return [] }
    var maker = RecordMaker(self)
    var reader = RecordLineReader(format: nil)
    var records: [RecordItem] = []
    for line in output.split(separator: 0x0A, omittingEmptySubsequences: true) {
      guard let value = reader.value(of: line) else { continue }
      guard records.count < RecordMapping.mostRecords else {
        throw RecordError(
          "it has more than \(RecordMapping.mostRecords) lines; ask for fewer at a time")
      }
      records.append(maker.record(of: value, at: .place(start + records.count)))
    }
    return records
  }
}

/// Reads the values of lines: JSON, texts or the rows of a table.
struct RecordLineReader {
  private let format: LineFormat?
  private var reader: LineReader

  /// Makes a reader of a format; nil for lines of JSON or of texts.
  init(format: LineFormat?) {
    (self.format, reader) = (format, LineReader(of: .any, format: format))
  }

  /// Returns the value of a line; nil for one that has none, such as an empty one.
  mutating func value(of line: some Sequence<UInt8>) -> Result<ReadRecord, UnreadRecord>? {
    var bytes = Array(line)
    if bytes.last == 0x0D { bytes.removeLast() }
    do throws(LineProblem) {
      guard let value = try read(bytes) else { return nil }
      return .success(value)
    } catch {
      return .failure(
        UnreadRecord(text: String(decoding: bytes, as: UTF8.self), reason: error.reason))
    }
  }

  /// Returns a line as a text.
  func text(of line: [UInt8]) -> Result<ReadRecord, UnreadRecord>? {
    let bytes = line.last == 0x0D ? line.dropLast() : line[...]
    if let text = String(validating: bytes, as: UTF8.self) {
      return .success(ReadRecord(.text(text)))
    }
    return .failure(
      UnreadRecord(text: String(decoding: bytes, as: UTF8.self), reason: "it is not UTF-8"))
  }

  private mutating func read(_ bytes: [UInt8]) throws(LineProblem) -> ReadRecord? {
    var problem: LineProblem?
    var record: ReadRecord?
    bytes.withUnsafeBytes { line in
      do throws(LineProblem) {
        record =
          switch format {
          case .json, nil: try reader.record(of: line)
          case .text, .csv: try reader.value(of: line).map { ReadRecord($0) }
          }
      } catch { problem = error }
    }
    if let problem { throw problem }
    return record
  }
}
