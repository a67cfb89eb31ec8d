/// The marbles of a timeline in cells, each of them one step of time, as a diagram shows them.
///
/// Invariant: `numbers[row]` is the number of the first note of a row; notes are numbered from 1,
/// row by row.
struct MarbleGrid {
  /// The part of a row in one step.
  struct Cell {
    /// The number of the step, from 0.
    let column: Int
    /// The values and their times.
    let values: ArraySlice<Marble>
    /// The end of the row, if it is in this step.
    let end: Marble.Event?
    /// The number of the note with all values; nil if the cell shows them.
    let note: Int?
    /// The text that the cell shows for its values.
    let text: String
  }

  let rows: [MarbleTimeline.Row]
  /// Nanoseconds of a cell.
  let step: Int
  /// The number of cells from the beginning to the last marble.
  let count: Int
  /// Returns the number of columns of a string.
  let columns: (String) -> Int
  private var numbers: [Int] = []

  /// The maximum number of cells; later marbles are cut off.
  static let limit = 10_000
  /// The maximum number of columns of a value that is not cut.
  static let valueLimit = 9

  init(_ timeline: MarbleTimeline, step: Int, columns: @escaping (String) -> Int) {
    precondition(step > 0, "a step has a length")
    (rows, self.step, self.columns) = (timeline.rows, step, columns)
    count = min(timeline.nanoseconds / step + 1, Self.limit)
    var next = 1
    for row in rows {
      numbers.append(next)
      forEachCell(of: row, from: next) { next += $0.note == nil ? 0 : 1 }
    }
  }

  /// True if a row has more than its cells show.
  func isCut(_ row: Int) -> Bool {
    rows[row].isCut || (rows[row].marbles.last?.nanoseconds ?? 0) / step >= count
  }

  /// Calls a closure for each cell of a row that is not empty. O(marbles).
  func forEachCell(of row: Int, _ body: (Cell) -> Void) {
    forEachCell(of: rows[row], from: numbers[row], body)
  }

  private func forEachCell(of row: MarbleTimeline.Row, from number: Int, _ body: (Cell) -> Void) {
    let marbles = row.marbles
    var (index, number) = (0, number)
    while index < marbles.count {
      let column = marbles[index].nanoseconds / step
      guard column < count else { return }
      var next = index + 1
      while next < marbles.count, marbles[next].nanoseconds / step == column { next += 1 }
      var values = marbles[index..<next]
      var end: Marble.Event?
      switch values.last?.event {
      case .finished, .failed: end = values.removeLast().event
      case .value, nil: break
      }
      let (text, isWhole) = text(of: values)
      let note = isWhole ? nil : number
      if !isWhole { number += 1 }
      body(
        Cell(
          column: column, values: values, end: end, note: note,
          text: note.map { "\(text)\($0)" } ?? text))
      index = next
    }
  }

  /// Returns the text for the values of one cell, and whether it shows them completely.
  private func text(of values: ArraySlice<Marble>) -> (String, isWhole: Bool) {
    guard let first = values.first?.text else { return ("", true) }
    guard values.count == 1 else { return ("*", false) }
    let whole = first.asMarble
    if columns(whole) <= Self.valueLimit { return (whole, true) }
    return (cut(whole, to: Self.valueLimit), false)
  }

  /// Returns a string cut to a number of columns, including a `…` at its end.
  func cut(_ text: String, to limit: Int) -> String {
    var (cut, used) = ("", 0)
    for character in text {
      used += columns(String(character))
      guard used < limit else { break }
      cut.append(character)
    }
    return cut + "…"
  }

  /// Calls a closure for each note, with its number after the cell's sign.
  func forEachNote(_ body: (String) -> Void) {
    for row in rows.indices {
      forEachCell(of: row) { cell in
        guard let number = cell.note else { return }
        body("\(cell.values.count > 1 ? "*" : "…")\(number)  \(note(cell, of: row))")
      }
    }
  }

  /// Returns the text of a note: the row, the time and the values.
  func note(_ cell: Cell, of row: Int) -> String {
    var text = rows[row].title.isEmpty ? "" : "\(rows[row].title.onOneLine), "
    var time: Int?
    for marble in cell.values {
      if marble.nanoseconds == time {
        text += ", "
      } else {
        if time != nil { text += "; " }
        text += "at \(Marble.text(ofTime: marble.nanoseconds)) s: "
        time = marble.nanoseconds
      }
      text += (marble.text ?? "").onOneLine
    }
    return text
  }
}

extension String {
  /// The text with escapes instead of its line feeds and other control characters.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isControl: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text as a marble on a line of `-`: in brackets unless it is a word, a number, a list or an
  /// object.
  fileprivate var asMarble: String {
    let text = onOneLine
    if let first = text.first, first == "{" || first == "[" { return text }
    let isWord = !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." }
    return isWord ? text : "[\(text)]"
  }
}

extension Unicode.Scalar {
  /// True for characters that end a line or control a terminal.
  fileprivate var isControl: Bool {
    value < 0x20 || 0x7F...0x9F ~= value || value == 0x2028 || value == 0x2029
  }
}
