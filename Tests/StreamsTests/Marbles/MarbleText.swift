@testable import Streams

extension MarbleTimeline.Row {
  /// The row as text, a character for each interval.
  ///
  ///     row.text()  // --1--2--[10](3|)
  ///
  /// A `-` is an interval without a marble, `|` the end and `#` a failure; parentheses stand around
  /// the marbles of one interval, and brackets around a value that is not one letter or digit. In
  /// brackets, a `\` stands before `\` and `]`, and blanks and line feeds are `\s` and `\n`.
  ///
  /// - Parameters:
  ///   - frame: The length of an interval, in nanoseconds.
  ///   - limit: The most intervals that are written; a longer row ends in `…`, and so does one that
  ///     is cut.
  func text(frame: Int = 1_000_000_000, limit: Int = 10_000) -> String {
    precondition(frame > 0, "a frame has a length")
    var text = ""
    text.reserveCapacity(marbles.reduce(0) { $0 + $1.length })
    var column = 0
    var index = 0
    while index < marbles.count {
      let number = marbles[index].nanoseconds / frame
      let end = marbles[index...].firstIndex { $0.nanoseconds / frame != number } ?? marbles.count
      guard number < limit else { return text + "…" }
      text += String(repeating: "-", count: max(0, number - column))
      let isGroup = end - index > 1
      if isGroup { text += "(" }
      for marble in marbles[index..<end] { marble.write(to: &text) }
      if isGroup { text += ")" }
      (column, index) = (number + 1, end)
    }
    return isCut ? text + "…" : text
  }
}

extension MarbleTimeline {
  /// Returns the rows as lines of text, each with its title behind; see ``Row/text(frame:limit:)``.
  /// Times line up in a ``MarbleDiagram`` instead.
  func text(frame: Int = 1_000_000_000, limit: Int = 10_000) -> String {
    let texts = rows.map { $0.text(frame: frame, limit: limit) }
    let width = texts.map(\.count).max() ?? 0
    return zip(texts, rows).map { text, row in
      guard !row.title.isEmpty else { return text }
      return text + String(repeating: " ", count: width - text.count + 2) + row.title.onOneLine
    }.joined(separator: "\n")
  }
}

extension Marble {
  /// The most bytes that it takes when it is written, but for a value of many escapes.
  fileprivate var length: Int {
    guard case .value(let value) = event else { return 1 }
    return value.utf8.count * 3 / 2 + 4
  }

  /// Writes the marble behind a text.
  fileprivate func write(to text: inout String) {
    switch event {
    case .finished: text += "|"
    case .failed: text += "#"
    case .value(let value):
      if value.count == 1, let character = value.first, character.isLetter || character.isNumber {
        return text += value
      }
      text += "["
      for scalar in value.unicodeScalars {
        switch scalar {
        case "\\", "]":
          text += "\\"
          text.unicodeScalars.append(scalar)
        case " ": text += "\\s"
        case "\n": text += "\\n"
        case "\r": text += "\\r"
        default: text.unicodeScalars.append(scalar)
        }
      }
      text += "]"
    }
  }
}
