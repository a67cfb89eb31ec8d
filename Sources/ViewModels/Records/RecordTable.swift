import Formats

/// The records of an answer as the rows of a table.
///
///     let table = try RecordTable(of: body, columns: RecordColumn.list("name, company.name"))
///     table.rows.map { $0.cells.map(\.text) }  // [["Ada", "Engines"], ["Bea", "Bridges"]]
///
/// Without columns the first record says which there are: what names it, and then its other texts
/// and numbers. The answer stays in memory, and whole records are read from it when they are asked
/// for. An expression without a result leaves its cell empty.
public struct RecordTable: Sendable {
  /// A cell of a row.
  public struct Cell: Hashable, Sendable {
    /// The value; null where there is nothing.
    public let value: StreamValue

    /// The text that shows it; empty for null.
    public var text: String { value == .null ? "" : value.description }

    /// The number; nil if it is none.
    public var number: Double? { Double(value) }
  }

  /// A row. Two are the same if the records are, wherever they stand.
  public struct Row: Identifiable, Hashable, Sendable {
    /// The identity: the record's own key, or its place.
    public let id: RecordItem.ID
    /// The cells from left to right.
    public let cells: [Cell]
    /// A number that is another one when the record is.
    let revision: Int
    /// The place of the record in the answer.
    let bytes: Range<Int>

    public static func == (left: Row, right: Row) -> Bool {
      left.id == right.id && left.revision == right.revision && left.cells == right.cells
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// The columns from left to right.
  public let columns: [RecordColumn]
  /// The rows in the order of the answer.
  public let rows: [Row]
  private let answer: [UInt8]

  /// The most records of a table.
  public static let mostRows = 1_000_000
  /// The most columns that are chosen where none are given.
  private static let mostColumns = 6

  /// Reads the records of an answer. O(bytes).
  ///
  /// - Parameters:
  ///   - answer: JSON in UTF-8.
  ///   - items: The way to the list of records; nil for the only one.
  ///   - columns: The columns; nil for those of the first record.
  /// - Throws: The reason why there is no list of records, or that it has more than ``mostRows``.
  public init(
    of answer: [UInt8], items: RecordPath? = nil, columns: [RecordColumn]? = nil
  ) throws(RecordError) {
    var maker: RowMaker? = columns.map { RowMaker($0) }
    var rows: [Row] = []
    var failure: RecordError?
    answer.withUnsafeBufferPointer { text in
      do throws(RecordError) {
        var reader = LineReader(of: .any, format: .json)
        try RecordList(in: text, at: items).forEach { element in
          guard rows.count < Self.mostRows, let base = text.baseAddress,
            let start = element.bytes.baseAddress
          else {
            failure = RecordError("it has more than \(Self.mostRows) records; ask for fewer")
            return false
          }
          let bytes = start - base..<start - base + element.bytes.count
          let raw = UnsafeRawBufferPointer(element.bytes)
          let value = try? reader.value(of: raw)
          if maker == nil { maker = RowMaker(Self.columns(of: value ?? .null)) }
          rows.append(maker!.row(of: value ?? .null, raw, at: bytes, place: rows.count))
          return true
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    (self.answer, self.rows) = (answer, rows)
    self.columns = maker?.columns ?? columns ?? []
  }

  /// The whole record of a row: JSON, as it stands in the answer.
  public func text(of row: Row) -> String { String(decoding: answer[row.bytes], as: UTF8.self) }

  /// The whole record of a row on one line, with the JSON as it stands but for its blanks.
  package func line(of row: Row) -> String {
    (try? JSONReader.read(Array(answer[row.bytes])).compactText) ?? text(of: row)
  }

  /// Returns the rows in the order of a column. O(n log n).
  ///
  /// Numbers come first, by amount, then texts without regard to capitals, and empty cells last;
  /// equal ones stay as they are.
  ///
  /// - Parameters:
  ///   - column: The number of the column, from 0.
  ///   - isDescending: True for the opposite order, in which empty cells are last, too.
  public func rows(by column: Int, isDescending: Bool = false) -> [Row] {
    guard columns.indices.contains(column) else { return rows }
    let keys = rows.map { row in SortKey(row.cells[column]) }
    let order = rows.indices.sorted { left, right in
      let (first, second) = (keys[left], keys[right])
      if first.kind == .empty || second.kind == .empty || first == second {
        return (first.kind == .empty ? 1 : 0, left) < (second.kind == .empty ? 1 : 0, right)
      }
      return isDescending ? second < first : first < second
    }
    return order.map { rows[$0] }
  }

  /// The columns that show a record: what names it first, its other texts and numbers, and its key
  /// only where there is nothing else.
  private static func columns(of value: StreamValue) -> [RecordColumn] {
    guard case .object(let object) = value else {
      return [RecordColumn(title: "value", path: RecordPath(steps: []))]
    }
    var keys = object.members.filter { $0.value.isScalar }.map(\.key)
    let names = ["name", "full_name", "fullName", "displayName", "login", "username", "title"]
    if let name = names.first(where: { keys.contains($0) }), let place = keys.firstIndex(of: name) {
      keys.insert(keys.remove(at: place), at: 0)
    }
    let isKey = Set(["id", "_id", "uuid"])
    let shown = keys.contains { !isKey.contains($0) } ? keys.filter { !isKey.contains($0) } : keys
    let all = shown.isEmpty ? object.members.map(\.key) : shown
    return all.prefix(mostColumns).map { RecordColumn(member: $0) }
  }
}

/// The place of a cell in an order.
private struct SortKey: Comparable {
  enum Kind: Comparable { case number, text, empty }

  let kind: Kind
  let number: Double
  let text: String

  init(_ cell: RecordTable.Cell) {
    kind = cell.number != nil ? .number : cell.text.isEmpty ? .empty : .text
    number = cell.number ?? 0
    text = kind == .text ? cell.text.lowercased() : ""
  }

  static func < (left: SortKey, right: SortKey) -> Bool {
    (left.kind, left.number, left.text) < (right.kind, right.number, right.text)
  }
}

/// Makes rows of values.
private struct RowMaker {
  let columns: [RecordColumn]
  private let evaluations: [ExpressionEvaluation?]
  /// The number of records with a key.
  private var counts: [String: Int] = [:]

  init(_ columns: [RecordColumn]) {
    self.columns = columns
    evaluations = columns.map { column in
      // The column has checked it.
      guard case .expression(let expression) = column.source else { return nil }
      return try? ExpressionEvaluation(expression, for: .map)
    }
  }

  mutating func row(
    of value: StreamValue, _ raw: UnsafeRawBufferPointer, at bytes: Range<Int>, place: Int
  ) -> RecordTable.Row {
    var hasher = Hasher()
    hasher.combine(bytes: raw)
    let cells = zip(columns, evaluations).map { column, evaluation in
      let part: StreamValue? =
        switch column.source {
        case .path(let path): value.part(at: path)
        case .expression: try? evaluation?.result(of: value)
        }
      return RecordTable.Cell(value: part ?? .null)
    }
    return RecordTable.Row(
      id: value.usualKey.map { id(of: $0) } ?? .place(place), cells: cells,
      revision: hasher.finalize(), bytes: bytes)
  }

  private mutating func id(of key: String) -> RecordItem.ID {
    let count = counts[key, default: 0]
    counts[key] = count + 1
    return .key(key, count: count)
  }
}

extension StreamValue {
  /// True for a text, a number, a truth value or null.
  fileprivate var isScalar: Bool {
    switch self {
    case .integer, .decimal, .text, .truth, .null: true
    case .list, .object: false
    }
  }
}
