import Formats
import Platform

/// Reads the rows of a comma-separated table (RFC 4180), whose first row names the columns.
///
/// A quotation mark opens a cell only at the cell's beginning; a later one is an ordinary
/// character. If the first row has no comma but a semicolon or a tab, that is the delimiter. A row
/// that repeats the column names, as in concatenated files, is skipped.
///
/// A row that spans several lines may prove invalid, because a quotation mark is not closed. It
/// then loses only its first line: ``takeReturned()`` returns the others, each as a row by itself.
/// Every line is therefore read three times at most.
struct TableReader {
  /// A cell of a row.
  struct Cell {
    let text: String
    let isQuoted: Bool
  }

  /// A row, with the names of its columns.
  struct Row {
    let columns: [String]
    let cells: [Cell]
  }

  /// The names of the columns.
  private enum Head {
    case awaited
    case names([String])
    /// They could not be read, which has been reported: no rows follow.
    case unreadable
  }

  /// An unfinished row.
  private struct OpenRow {
    /// The number of its first line.
    let first: Int
    var cells: [Cell] = []
    /// The bytes of the open cell.
    var cell: [UInt8] = []
    /// The number of the line in which the cell was opened; nil if none is open.
    var opening: Int?
    /// The original lines, each with an end.
    var lines: [UInt8] = []
    var lineCount = 0
    var length = 0
  }

  private var head = Head.awaited
  private var separator = UInt8(ascii: ",")
  private var open: OpenRow?
  /// True before the first row of another text, which may repeat the column names.
  private var isAtBeginning = false
  private let returnsLines: Bool

  /// Lines to read again.
  private var returned: [UInt8] = []
  private var returnedStart = 0
  private var returnedNumber = 0
  /// The number of the last such line if it may begin a row of several lines; else 0.
  private var lastReturned = 0

  /// The maximum number of bytes of a row.
  private static let longestRow = LineSplitter.longestLine

  /// - Parameter returnsLines: True to read the lines of an invalid row again.
  init(returnsLines: Bool) { self.returnsLines = returnsLines }

  /// Returns the row that a line ends; nil for the column names, for an empty line, and for a line
  /// that does not end a row.
  ///
  /// - Parameter isAlone: True if the line must be a row by itself.
  mutating func row(
    of line: UnsafeRawBufferPointer, _ number: Int, isAlone: Bool = false
  ) throws(LineProblem) -> Row? {
    if case .unreadable = head { return nil }
    if open == nil, line.isEmpty { return nil }
    if case .awaited = head, open == nil { findSeparator(line) }
    let isContinued = open != nil
    var row = open ?? OpenRow(first: number)
    // A second reference would cause a copy when the row grows.
    open = nil
    do throws(LineProblem) {
      try read(line, number, &row)
      if let opening = row.opening {
        if isAlone { throw .openCell(opening) }
        row.length += line.count + 1
        if row.length > Self.longestRow {
          throw LineProblem(
            reason: "the quoted cell that begins here is not closed within "
              + "\(Self.longestRow >> 20) MiB", line: opening)
        }
        keep(line, in: &row)
        open = row
        return nil
      }
      return try finished(row)
    } catch {
      if !isContinued, !isHeadAwaited { throw error }
      throw fail(error, isContinued ? row : nil, last: line, number)
    }
  }

  /// Begins another text.
  mutating func beginText() {
    isAtBeginning = true
    if case .unreadable = head { head = .awaited }
  }

  /// True if a row has begun and not ended.
  var isWithinRow: Bool { open != nil }

  /// Ends the table; throws if a row is unfinished.
  mutating func finish() throws(LineProblem) {
    guard let row = open, let opening = row.opening else { return }
    open = nil
    throw fail(.openCell(opening), row, last: nil, 0)
  }

  /// Notes that a line was dropped because it was too long.
  mutating func skip(_ number: Int) throws(LineProblem) {
    if let row = open {
      open = nil
      throw fail(.openCell(row.opening ?? row.first), row, last: nil, 0)
    }
    if isHeadAwaited {
      head = .unreadable
      throw LineProblem(
        reason: "the line that names the columns is longer than "
          + "\(LineSplitter.longestLine >> 20) MiB; no row is read", line: number)
    }
  }

  // MARK: Lines that are read again

  /// True if lines must be read again.
  var hasReturned: Bool { returnedStart < returned.count }

  /// Takes the next line that must be read again, and returns the row that it ends.
  mutating func takeReturned() throws(LineProblem) -> Row? {
    let rest = returned[returnedStart...]
    let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
    let line = Array(rest[..<end])
    let number = returnedNumber
    (returnedStart, returnedNumber) = (end + 1, number + 1)
    if !hasReturned { (returned, returnedStart) = ([], 0) }
    do throws(LineProblem) {
      return try line.withElements { bytes throws(LineProblem) in
        try row(of: UnsafeRawBufferPointer(bytes), number, isAlone: number != lastReturned)
      }
    } catch { throw LineProblem(reason: error.reason, line: error.line ?? number) }
  }

  private var isHeadAwaited: Bool { if case .awaited = head { true } else { false } }

  private mutating func findSeparator(_ line: UnsafeRawBufferPointer) {
    if !line.contains(separator) {
      separator = [0x3B, 0x09].first { line.contains($0) } ?? separator
    }
  }

  private func keep(_ line: UnsafeRawBufferPointer, in row: inout OpenRow) {
    row.lineCount += 1
    // The first line is not read again.
    guard returnsLines, row.lineCount > 1 else { return }
    row.lines += line
    row.lines.append(0x0A)
  }

  /// Returns the lines of an invalid row, except for the first, to be read again; returns the
  /// problem.
  private mutating func fail(
    _ problem: LineProblem, _ row: OpenRow?, last: UnsafeRawBufferPointer?, _ number: Int
  ) -> LineProblem {
    var problem = problem
    if isHeadAwaited {
      head = .unreadable
      problem.reason += "; no rows are read without the column names"
      return problem
    }
    guard let row else { return problem }
    if problem.line == nil { problem.line = row.first }
    guard returnsLines else { return problem }
    returned = row.lines
    if let last { returned += Array(last) + [0x0A] }
    (returnedStart, returnedNumber) = (0, row.first + 1)
    lastReturned = last == nil ? 0 : number
    if hasReturned {
      problem.reason += "; the lines after line \(row.first) are read as separate rows"
    }
    return problem
  }

  private mutating func finished(_ row: OpenRow) throws(LineProblem) -> Row? {
    switch head {
    case .unreadable: return nil
    case .awaited:
      var names: Set<String> = []
      for cell in row.cells where !names.insert(cell.text).inserted {
        throw LineProblem(reason: "the column “\(cell.text.cut(to: 100))” occurs twice")
      }
      head = .names(row.cells.map(\.text))
      return nil
    case .names(let columns):
      // A row with a column's name names all columns, perhaps in another order or number.
      if isAtBeginning, row.cells.contains(where: { columns.contains($0.text) }) {
        head = .awaited
      }
      isAtBeginning = false
      if case .awaited = head { return try finished(row) }
      guard row.cells.count == columns.count else {
        throw LineProblem(
          reason: "\(columns.count) fields were expected, as in the first line, not "
            + "\(row.cells.count)")
      }
      if row.cells.first?.text == columns.first, row.cells.map(\.text) == columns { return nil }
      return Row(columns: columns, cells: row.cells)
    }
  }

  /// Reads a line into a row; a cell stays open if its quotation mark is not closed.
  private func read(
    _ line: UnsafeRawBufferPointer, _ number: Int, _ row: inout OpenRow
  ) throws(LineProblem) {
    let mark = UInt8(ascii: "\"")
    var index = 0
    if row.opening != nil { row.cell.append(0x0A) }
    while true {
      if row.opening != nil || index < line.count && line[index] == mark {
        if row.opening == nil {
          row.opening = number
          index += 1
        }
        while let next = line.index(of: mark, from: index) {
          row.cell += line[index..<next]
          index = next + 1
          guard index < line.count, line[index] == mark else {
            try add(row.cell.withUnsafeBytes { $0.text }, isQuoted: true, &row)
            row.cell.removeAll(keepingCapacity: true)
            row.opening = nil
            break
          }
          row.cell.append(mark)
          index += 1
        }
        guard row.opening == nil else {
          row.cell += line[index...]
          return
        }
        guard index == line.count || line[index] == separator else {
          throw LineProblem(reason: "a closing quotation mark is in the middle of a field")
        }
      } else {
        let end = line.index(of: separator, from: index) ?? line.count
        try add(UnsafeRawBufferPointer(rebasing: line[index..<end]).text, isQuoted: false, &row)
        index = end
      }
      if index == line.count { return }
      index += 1
    }
  }

  private func add(_ text: String?, isQuoted: Bool, _ row: inout OpenRow) throws(LineProblem) {
    guard let text else { throw LineProblem(reason: "it is not UTF-8") }
    row.cells.append(Cell(text: text, isQuoted: isQuoted))
  }
}

extension LineProblem {
  /// A quotation mark that opens a cell and is not closed.
  fileprivate static func openCell(_ line: Int) -> LineProblem {
    LineProblem(reason: "the quoted cell that begins here is not closed", line: line)
  }
}

extension UnsafeRawBufferPointer {
  /// The index of the first byte with a value, from an index onwards.
  fileprivate func index(of byte: UInt8, from start: Int) -> Int? {
    guard start < count, let base = baseAddress,
      let found = memchr(base + start, CInt(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }

  /// The bytes as text; nil if they are not UTF-8.
  fileprivate var text: String? { String(validating: bindMemory(to: UInt8.self), as: UTF8.self) }
}
