import Expressions
import Formats

/// The records of an answer as the rows of a table.
///
///     let table = try RecordTable(of: body, columns: RecordColumn.list("name, company.name"))
///     table.rows.map { $0.cells.map(\.text) }  // [["Ada", "Engines"], ["Bea", "Bridges"]]
///
/// Without columns the first record says which there are: what names it, and then its other texts
/// and numbers. The answer stays in memory as it is, and cells and whole records are read from it
/// when they are asked for, so that a row takes some 50 bytes besides. An expression without a
/// result leaves its cell empty.
public struct RecordTable: Sendable {
  /// A cell of a row.
  public struct Cell: Hashable, Sendable {
    /// The value; null where there is nothing. A number that no value can hold is a text with its
    /// digits.
    public let value: StreamValue
    /// True if the service has a number there.
    let isNumber: Bool

    /// The text that shows it; empty for null.
    public var text: String { value == .null ? "" : value.description }

    /// The number, as near as a decimal comes to it; nil if it is none.
    public var number: Double? { isNumber ? Double(text) : nil }
  }

  /// A row. Two are the same if the records are, wherever they stand.
  public struct Row: Identifiable, Hashable, Sendable {
    /// The identity of a row: that of its record's own key, or of its place. It means something
    /// while the program runs.
    public struct ID: Hashable, Sendable {
      let hash: Int
    }

    let store: RecordStore
    let index: Int

    /// The identity. O(1).
    public var id: ID { store.rows[index].id }

    /// The cells from left to right, read anew each time. O(cells).
    public var cells: [Cell] { store.columns.indices.map { self[$0] } }

    /// The cell of a column, by its number from 0.
    public subscript(column: Int) -> Cell { store.contents(of: index, column) }

    /// The cells as JSON, with all digits of numbers. O(cells).
    package var json: [JSONValue] { store.columns.indices.map { store.json(of: index, $0) } }

    public static func == (left: Row, right: Row) -> Bool {
      left.id == right.id
        && left.store.rows[left.index].revision == right.store.rows[right.index].revision
        && left.store.hasSameCells(left.index, as: right.store, right.index)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private let store: RecordStore
  /// The rows in the order of the answer.
  public let rows: [Row]

  /// The columns from left to right.
  public var columns: [RecordColumn] { store.columns }

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
  /// - Throws: The reason why there is no list of records, that it has more than ``mostRows``, or
  ///   that the answer has 4 GiB.
  public init(
    of answer: [UInt8], items: RecordPath? = nil, columns: [RecordColumn]? = nil
  ) throws(RecordError) {
    guard answer.count < Int(UInt32.max) else { throw RecordError("it has more than 4 GiB") }
    var builder: RecordStoreBuilder? = columns.map { RecordStoreBuilder($0) }
    var failure: RecordError?
    answer.withUnsafeBufferPointer { text in
      do throws(RecordError) {
        try RecordList(in: text, at: items).forEach { element in
          guard builder?.count ?? 0 < Self.mostRows, let base = text.baseAddress else {
            failure = RecordError("it has more than \(Self.mostRows) records; ask for fewer")
            return false
          }
          if builder == nil { builder = RecordStoreBuilder(Self.columns(of: element.streamValue)) }
          builder!.add(element, from: base)
          return true
        }
      } catch { failure = error }
    }
    if let failure { throw failure }
    let store = (builder ?? RecordStoreBuilder(columns ?? [])).store(of: answer)
    self.store = store
    rows = store.rows.indices.map { Row(store: store, index: $0) }
  }

  /// The whole record of a row: JSON, as it stands in the answer.
  public func text(of row: Row) -> String {
    String(decoding: row.store.record(row.index), as: UTF8.self)
  }

  /// The whole record of a row on one line, with the JSON as it stands but for its blanks.
  package func line(of row: Row) -> String {
    (try? JSONReader.read(Array(row.store.record(row.index))).compactText) ?? text(of: row)
  }

  /// The members of the whole record of a row; see ``RecordDetail``.
  public func details(of row: Row) -> [RecordDetail] {
    RecordDetail.all(inJSON: Array(row.store.record(row.index)))
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
