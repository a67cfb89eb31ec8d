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
  public func text(frame: Int = 1_000_000_000, limit: Int = 10_000) -> String {
    precondition(frame > 0, "a frame has a length")
    var text = ""
    text.reserveCapacity(marbles.reduce(0) { $0 + $1.length })
    var place = 0
    var index = 0
    while index < marbles.count {
      let number = marbles[index].nanoseconds / frame
      let end = marbles[index...].firstIndex { $0.nanoseconds / frame != number } ?? marbles.count
      guard number < limit else { return text + "…" }
      text += String(repeating: "-", count: max(0, number - place))
      let isGroup = end - index > 1
      if isGroup { text += "(" }
      for marble in marbles[index..<end] { marble.write(to: &text) }
      if isGroup { text += ")" }
      (place, index) = (number + 1, end)
    }
    return isCut ? text + "…" : text
  }
}

extension MarbleTimeline {
  /// Returns the rows as lines of text, each with its title behind; see ``Row/text(frame:limit:)``.
  /// Times line up in a ``MarbleDiagram`` instead, which cannot be read back.
  public func text(frame: Int = 1_000_000_000, limit: Int = 10_000) -> String {
    let texts = rows.map { $0.text(frame: frame, limit: limit) }
    let width = texts.map(\.count).max() ?? 0
    return zip(texts, rows).map { text, row in
      guard !row.title.isEmpty else { return text }
      return text + String(repeating: " ", count: width - text.count + 2) + row.title.onOneLine
    }.joined(separator: "\n")
  }

  /// Reads the text of ``text(frame:limit:)``. Each marble is at the beginning of its interval.
  ///
  ///     try MarbleTimeline("-1-2|  numbers").rows[0].marbles.count  // 3
  public init(_ text: String, frame: Int = 1_000_000_000) throws(StreamDocumentError) {
    rows = []
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    for (number, line) in lines.enumerated() where !line.isEmpty {
      var reader = MarbleReader(rest: line, line: number + 1, frame: frame)
      rows.append(try reader.row())
    }
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

/// Splits a line of marbles.
private struct MarbleReader {
  var rest: Substring
  let line: Int
  let frame: Int
  private var place = 0
  private var column = 1

  init(rest: Substring, line: Int, frame: Int) {
    (self.rest, self.line, self.frame) = (rest, line, frame)
  }

  mutating func row() throws(StreamDocumentError) -> MarbleTimeline.Row {
    var row = MarbleTimeline.Row()
    while let character = next(), character != " " {
      switch character {
      case "-": break
      case "…": row.isCut = true
      case "(":
        while let inner = next() {
          if inner == ")" { break }
          row.marbles.append(try marble(inner))
          if rest.isEmpty { throw failure("a closing parenthesis is missing") }
        }
      default: row.marbles.append(try marble(character))
      }
      place += 1
    }
    row.title = String(rest.drop { $0 == " " })
    return row
  }

  private mutating func marble(_ first: Character) throws(StreamDocumentError) -> Marble {
    let event: Marble.Event
    switch first {
    case "|": event = .finished
    case "#": event = .failed
    case "[": event = .value(try bracketed())
    case _ where first.isLetter || first.isNumber: event = .value(String(first))
    default: throw failure("a marble was expected, not \(first)")
    }
    return Marble(nanoseconds: place * frame, event: event)
  }

  private mutating func bracketed() throws(StreamDocumentError) -> String {
    var text = ""
    while let character = next() {
      if character == "]" { return text }
      guard character == "\\" else {
        text.append(character)
        continue
      }
      switch next() {
      case "s": text += " "
      case "n": text += "\n"
      case "r": text += "\r"
      case .some(let other): text.append(other)
      case nil: break
      }
    }
    throw failure("a closing bracket is missing")
  }

  private mutating func next() -> Character? {
    column += 1
    return rest.popFirst()
  }

  private func failure(_ reason: String) -> StreamDocumentError {
    StreamDocumentError(reason, place: .file(line: line, column: column - 1))
  }
}
