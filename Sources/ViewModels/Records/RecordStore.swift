import Expressions
import Formats

/// The records of a table: the bytes of the answer, and where in them records and cells stand.
///
/// Invariant: there is a cell for each column in each row. A part that begins behind the answer is
/// one of `made`.
final class RecordStore: Sendable {
  /// A part of the bytes: JSON; without bytes there is nothing.
  struct Part {
    var start: UInt32
    var count: UInt32

    static let nothing = Part(start: 0, count: 0)
  }

  /// What is known of a row besides its cells.
  struct Row {
    let id: RecordTable.Row.ID
    /// A number that is another one when the record is.
    let revision: Int
    let record: Part
  }

  let columns: [RecordColumn]
  let rows: [Row]
  private let cells: [Part]
  private let answer: [UInt8]
  /// What expressions have computed.
  private let made: [UInt8]

  fileprivate init(
    columns: [RecordColumn], rows: [Row], cells: [Part], answer: [UInt8], made: [UInt8]
  ) {
    (self.columns, self.rows, self.cells) = (columns, rows, cells)
    (self.answer, self.made) = (answer, made)
  }

  /// The bytes of a row's record.
  func record(_ row: Int) -> ArraySlice<UInt8> { bytes(rows[row].record) }

  /// The contents of a cell; null where there is nothing, or nothing that can be read.
  func contents(of row: Int, _ column: Int) -> RecordTable.Cell {
    let bytes = bytes(cell(row, column))
    let isNumber = bytes.first.map { $0 == UInt8(ascii: "-") || $0 &- 0x30 < 10 } ?? false
    return RecordTable.Cell(
      value: bytes.withUnsafeBytes { StreamValue(jsonIn: $0) }, isNumber: isNumber)
  }

  /// The JSON in a cell, with all its digits; null where there is nothing that can be read.
  func json(of row: Int, _ column: Int) -> JSONValue {
    (try? JSONReader.read(Array(bytes(cell(row, column))))) ?? .null
  }

  /// Returns true if all cells of a row have the bytes of another's.
  func hasSameCells(_ row: Int, as other: RecordStore, _ otherRow: Int) -> Bool {
    columns.count == other.columns.count
      && columns.indices.allSatisfy {
        bytes(cell(row, $0)) == other.bytes(other.cell(otherRow, $0))
      }
  }

  private func cell(_ row: Int, _ column: Int) -> Part { cells[row * columns.count + column] }

  private func bytes(_ part: Part) -> ArraySlice<UInt8> {
    let (start, count) = (Int(part.start), Int(part.count))
    return start < answer.count
      ? answer[start..<start + count] : made[start - answer.count..<start - answer.count + count]
  }
}

/// Takes records one by one, and notes where their cells are.
struct RecordStoreBuilder {
  private let columns: [RecordColumn]
  private let evaluations: [ExpressionEvaluation?]
  private var rows: [RecordStore.Row] = []
  private var cells: [RecordStore.Part] = []
  /// The bytes of computed cells, whose parts begin at 0 until the answer's length is known.
  private var made: [UInt8] = []
  /// The number of records with a key, by the key's hash.
  private var counts: [Int: Int32] = [:]

  init(_ columns: [RecordColumn]) {
    self.columns = columns
    evaluations = columns.map { column in
      // The column has checked it.
      guard case .expression(let expression) = column.source else { return nil }
      return try? ExpressionEvaluation(expression, for: .map)
    }
  }

  /// The number of records so far.
  var count: Int { rows.count }

  /// Takes a record.
  ///
  /// - Parameter base: The start of the answer that it is a part of.
  mutating func add(_ record: JSONScanner.Value, from base: UnsafePointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(record.bytes)
    var hasher = Hasher()
    hasher.combine(bytes: raw)
    rows.append(
      RecordStore.Row(
        id: id(of: record), revision: hasher.finalize(), record: Self.part(record, from: base)))
    // Only expressions need the whole value.
    lazy var value = record.streamValue
    for (column, evaluation) in zip(columns, evaluations) {
      switch column.source {
      case .path(let path):
        cells.append(path.part(of: record).map { Self.part($0, from: base) } ?? .nothing)
      case .expression:
        let start = made.count
        if let result = try? evaluation?.result(of: value), result != .null {
          made.append(json: result)
        }
        cells.append(
          RecordStore.Part(start: UInt32(start), count: UInt32(made.count - start)))
      }
    }
  }

  /// The records of an answer, all of which have been taken.
  func store(of answer: [UInt8]) -> RecordStore {
    var cells = cells
    if !made.isEmpty {
      let computed = columns.indices.filter { evaluations[$0] != nil }
      for row in rows.indices {
        for column in computed { cells[row * columns.count + column].start += UInt32(answer.count) }
      }
    }
    return RecordStore(columns: columns, rows: rows, cells: cells, answer: answer, made: made)
  }

  private static func part(
    _ value: JSONScanner.Value, from base: UnsafePointer<UInt8>
  ) -> RecordStore.Part {
    guard let start = value.bytes.baseAddress else { return .nothing }
    return RecordStore.Part(start: UInt32(start - base), count: UInt32(value.bytes.count))
  }

  /// The identity of a record: by its own key, counted where others have it, else by its place.
  private mutating func id(of record: JSONScanner.Value) -> RecordTable.Row.ID {
    var hasher = Hasher()
    guard let key = record.usualKey else {
      hasher.combine(rows.count)
      return RecordTable.Row.ID(hash: hasher.finalize())
    }
    hasher.combine(key)
    let hash = hasher.finalize()
    let count = counts[hash, default: 0]
    counts[hash] = count + 1
    hasher = Hasher()
    hasher.combine(key)
    hasher.combine(count)
    return RecordTable.Row.ID(hash: hasher.finalize())
  }
}

extension JSONScanner.Value {
  /// The value that it stands for; null for one that cannot be read.
  var streamValue: StreamValue { StreamValue(jsonIn: UnsafeRawBufferPointer(bytes)) }

  /// The key of an object that has one under a usual name: a number or a text.
  fileprivate var usualKey: String? {
    guard case .object = kind else { return nil }
    var found: [JSONScanner.Value?] = StreamValue.usualKeys.map { _ in nil }
    var scanner = JSONScanner(bytes)
    _ = scanner.eatObject { key, value in
      let place = StreamValue.usualKeys.firstIndex { name in
        key.text.elementsEqual(name.utf8)
      }
      if let place { found[place] = value }
      // The first one is the best.
      return place != 0
    }
    return found.lazy.compactMap { $0?.streamValue.scalar }.first
  }
}

extension StreamValue {
  /// Reads a value; null where there is none that can be read, and a text for a number that has
  /// more digits than a value.
  fileprivate init(jsonIn bytes: UnsafeRawBufferPointer) {
    var reader = LineReader(of: .any, format: .json)
    self = (try? reader.record(of: bytes))?.value ?? .null
  }
}
