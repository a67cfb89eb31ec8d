import Expressions
import Formats

/// The records of a response as the rows of a table.
///
///     let table = try RecordTable(of: body, columns: RecordColumn.list("name, company.name"))
///     table.rows.map { $0.cells.map(\.text) }  // [["Ada", "Engines"], ["Bea", "Bridges"]]
///
/// Without columns the first record determines them: its name, then its other texts and numbers.
/// The response stays in memory unchanged. Cells of paths are read from it on demand, so that a row
/// takes only some 40 bytes more; cells of expressions are computed once. An expression without a
/// result leaves its cell empty.
package struct RecordTable: Sendable {
  /// A cell of a row.
  package struct Cell: Hashable, Sendable {
    /// The value; null for an empty cell. A number that no value can represent is a text with its
    /// digits.
    package let value: StreamValue
    /// True if the service has a number there.
    let isNumber: Bool

    /// The text that shows it; empty for null.
    package var text: String { value == .null ? "" : value.description }

    /// The number, as near as a decimal comes to it; nil if it is not a number.
    package var number: Double? { isNumber ? Double(text) : nil }
  }

  /// A row. Two are the same if the records are, at whatever index.
  package struct Row: Identifiable, Hashable, Sendable {
    /// The identity of a row: its record's own key, or its index. It is valid while the program
    /// runs.
    package struct ID: Hashable, Sendable { let hash: Int }

    package let id: ID
    fileprivate let source: Source
    fileprivate let start: UInt32
    fileprivate let count: UInt32
    /// The offset in ``Source/results`` of the results of expressions.
    fileprivate let results: Int

    /// The cells from left to right. O(bytes of the record) for each.
    package var cells: [Cell] { source.columns.indices.map { self[$0] } }

    /// The cell of a column, by its index. O(bytes of the record).
    package subscript(column: Int) -> Cell {
      withJSON(of: column) { bytes in
        let isNumber = bytes.first.map { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 } ?? false
        return Cell(value: StreamValue(jsonIn: bytes), isNumber: isNumber)
      }
    }

    /// The cells as JSON, with all digits of numbers. O(bytes of the record) for each.
    package var json: [JSONValue] {
      source.columns.indices.map { column in
        withJSON(of: column) { (try? JSONReader.read(Array($0))) ?? .null }
      }
    }

    /// The bytes of the whole record.
    fileprivate var record: ArraySlice<UInt8> {
      source.response[Int(start)..<Int(start) + Int(count)]
    }

    /// Reads the JSON in a cell, which has no bytes if it is empty.
    private func withJSON<Value>(of column: Int, _ read: (UnsafeRawBufferPointer) -> Value) -> Value
    {
      switch source.columns[column].source {
      case .path(let path):
        return record.withUnsafeBufferPointer { record in
          var scanner = JSONScanner(record)
          let part = scanner.eatValue().flatMap { path.part(of: $0)?.bytes }
          return read(UnsafeRawBufferPointer(part ?? UnsafeBufferPointer(start: nil, count: 0)))
        }
      case .expression:
        let before = source.columns[..<column].count(where: \.isExpression)
        return lines(before + 1).last!.withUnsafeBytes(read)
      }
    }

    /// The first results of expressions, as JSON.
    private func lines(_ count: Int) -> [ArraySlice<UInt8>] {
      var rest = source.results[results...]
      return (0..<count).map { _ in
        let line = rest.prefix { $0 != 0x0A }
        rest = rest[(line.endIndex + 1)...]
        return line
      }
    }

    package static func == (left: Row, right: Row) -> Bool {
      let count = left.source.columns.count(where: \.isExpression)
      return left.id == right.id && left.source.columns.count == right.source.columns.count
        && left.record == right.record && left.lines(count) == right.lines(count)
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// The response that the rows are parts of.
  fileprivate final class Source: Sendable {
    let response: [UInt8]
    let columns: [RecordColumn]
    /// The results of expressions, a line of JSON each, row by row; empty for null.
    let results: [UInt8]

    init(_ response: [UInt8], _ columns: [RecordColumn], _ results: [UInt8]) {
      (self.response, self.columns, self.results) = (response, columns, results)
    }
  }

  /// The columns from left to right.
  package let columns: [RecordColumn]
  /// The rows in the order of the response.
  package let rows: [Row]
  /// True if the response names another page, which is not part of it.
  package let hasNextPage: Bool

  /// The maximum number of records of a table.
  private static let mostRows = 1_000_000
  /// The maximum number of columns that are chosen if none are given.
  private static let mostColumns = 6

  /// Reads the records of a response. O(bytes).
  ///
  /// - Parameters:
  ///   - bytes: JSON in UTF-8.
  ///   - items: The path of the list of records; nil for the only one.
  ///   - columns: The columns; nil for those of the first record.
  /// - Throws: The reason why there is no list of records, that it has more than a million, or that
  ///   the response has 4 GiB.
  package init(
    of bytes: [UInt8], items: RecordPath? = nil, columns: [RecordColumn]? = nil
  ) throws(RecordError) {
    guard bytes.count < Int(UInt32.max) else { throw RecordError("it is larger than 4 GiB") }
    hasNextPage = bytes.namesNextPage
    var chosen = columns
    var evaluations = columns.map(Self.evaluations)
    var (results, drafts): ([UInt8], [(id: Row.ID, start: UInt32, count: UInt32, results: Int)]) = (
      [], []
    )
    var counts: [Int: Int] = [:]
    try RecordList.forEach(in: bytes, at: items, most: Self.mostRows, advice: "request fewer") {
      element, start in
      if evaluations == nil {
        chosen = Self.columns(of: element.streamValue)
        evaluations = Self.evaluations(chosen!)
      }
      let row = results.count
      // Only expressions need the whole value.
      let value = evaluations?.isEmpty == false ? element.streamValue : .null
      for evaluation in evaluations ?? [] {
        let result = (try? evaluation?.result(of: value)) ?? .null
        if result != .null { results.append(json: result) }
        results.append(0x0A)
      }
      drafts.append(
        (
          Self.id(of: element, at: drafts.count, &counts), UInt32(start),
          UInt32(element.bytes.count), row
        ))
    }
    let source = Source(bytes, chosen ?? [], results)
    rows = drafts.map {
      Row(id: $0.id, source: source, start: $0.start, count: $0.count, results: $0.results)
    }
    self.columns = source.columns
  }

  /// Makes the evaluations of the columns that are expressions, which have been checked.
  private static func evaluations(_ columns: [RecordColumn]) -> [ExpressionEvaluation?] {
    columns.compactMap { column -> ExpressionEvaluation?? in
      guard case .expression(let expression) = column.source else { return nil }
      return .some(try? ExpressionEvaluation(expression, for: .map))
    }
  }

  /// Returns the identity of a record: its own key, counted if others have it, or its index.
  private static func id(
    of record: JSONScanner.Value, at index: Int, _ counts: inout [Int: Int]
  ) -> Row.ID {
    guard let key = record.usualKey else { return Row.ID(hash: index.hashValue) }
    var hasher = Hasher()
    hasher.combine(key)
    hasher.combine(counts[key.hashValue, default: 0])
    counts[key.hashValue, default: 0] += 1
    return Row.ID(hash: hasher.finalize())
  }

  /// Returns the whole record of a row: JSON, as written in the response.
  package func text(of row: Row) -> String { String(decoding: row.record, as: UTF8.self) }

  /// Returns the whole record of a row on one line, with the JSON as written but for its blanks.
  package func line(of row: Row) -> String {
    (try? JSONReader.read(Array(row.record)).compactText) ?? text(of: row)
  }

  /// Returns the members of the whole record of a row; see ``RecordDetail``.
  package func details(of row: Row) -> [RecordDetail] {
    RecordDetail.all(inJSON: Array(row.record))
  }

  /// Returns the columns to show for a record: its name, its other texts and numbers, and its key
  /// only if there is nothing else.
  private static func columns(of value: StreamValue) -> [RecordColumn] {
    guard case .object(let object) = value else {
      return [RecordColumn(title: "value", path: RecordPath(steps: []))]
    }
    var keys = object.members.filter { $0.value.isScalar }.map(\.key)
    let names = ["name", "full_name", "fullName", "displayName", "login", "username", "title"]
    if let name = names.first(where: { keys.contains($0) }), let index = keys.firstIndex(of: name) {
      keys.insert(keys.remove(at: index), at: 0)
    }
    let isKey = Set(StreamValue.usualKeys)
    let shown = keys.contains { !isKey.contains($0) } ? keys.filter { !isKey.contains($0) } : keys
    let all = shown.isEmpty ? object.members.map(\.key) : shown
    return all.prefix(mostColumns).map { RecordColumn(member: $0) }
  }
}

extension StreamValue {
  /// True for a text, a number, a truth value or null.
  fileprivate var isScalar: Bool {
    switch self {
    case .integer, .decimal, .exact, .text, .truth, .null: true
    case .list, .object: false
    }
  }
}

extension JSONScanner.Value {
  /// Its value; null if it cannot be read.
  var streamValue: StreamValue { StreamValue(jsonIn: UnsafeRawBufferPointer(bytes)) }

  /// The key of an object that has one under a usual name: a number or a text.
  fileprivate var usualKey: String? {
    guard case .object = kind else { return nil }
    var found: [JSONScanner.Value?] = StreamValue.usualKeys.map { _ in nil }
    var scanner = JSONScanner(bytes)
    _ = scanner.eatObject { key, value in
      let index = StreamValue.usualKeys.firstIndex { name in key.text.elementsEqual(name.utf8) }
      if let index { found[index] = value }
      // The first one is the best.
      return index != 0
    }
    return found.lazy.compactMap { $0?.streamValue.scalar }.first
  }
}

extension StreamValue {
  /// Reads a value; null if it cannot be read, and text for a number with too many digits.
  fileprivate init(jsonIn bytes: UnsafeRawBufferPointer) {
    var reader = LineReader(of: .any, format: .json)
    self = (try? reader.record(of: bytes))?.value ?? .null
  }
}
