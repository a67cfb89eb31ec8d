/// A row of a box: the range of its characters in the text, without the line break.
struct TextRow: Equatable, Sendable {
  var characters: Range<Int>
  /// True if a line ends with it; otherwise the line continues in the next row.
  var isLineEnd: Bool

  /// Returns the rows of text at a width.
  ///
  /// A blank at which a line is broken stays at the end of its row, outside the box if necessary,
  /// so that every character has a column.
  static func rows(of text: some Collection<Character>, width: Int) -> [TextRow] {
    var rows: [TextRow] = []
    var (start, used, index) = (0, 0, 0)
    // The index after the last blank of the row, and the columns since.
    var cut: (index: Int, columns: Int)?
    for character in text {
      if character == "\n" {
        rows.append(TextRow(characters: start..<index, isLineEnd: true))
        (start, used, cut) = (index + 1, 0, nil)
      } else {
        let columns = Glyph.columns(of: String(character))
        if used + columns > width, index > start, character != " " {
          let end = cut?.index ?? index
          rows.append(TextRow(characters: start..<end, isLineEnd: false))
          (start, used, cut) = (end, cut?.columns ?? 0, nil)
        }
        used += columns
        if let behind = cut?.columns { cut?.columns = behind + columns }
        if character == " " { cut = (index + 1, 0) }
      }
      index += 1
    }
    return rows + [TextRow(characters: start..<index, isLineEnd: true)]
  }
}

extension TextBox {
  /// Draws the box in `rect`, scrolled so that the cursor is in view; with focus, the terminal's
  /// cursor is in it.
  ///
  /// - Parameters:
  ///   - rect: The area of the box.
  ///   - canvas: The canvas to draw on.
  ///   - isFocused: True if the box has the focus.
  ///   - style: The style of the text.
  ///   - faults: The indices of faulty graphemes, counted from 0, which are highlighted; one at a
  ///     line's end marks the column after it.
  public mutating func draw(
    in rect: Rect, on canvas: inout Canvas, isFocused: Bool, style: Style = .plain,
    faults: [Int] = []
  ) {
    guard !rect.isEmpty else { return }
    // One column is for the cursor after a full row, and for the marks.
    if shown.width != rect.width - 1 {
      shown.width = rect.width - 1
      layOut()
    }
    shown.height = rect.height
    let row = row(of: buffer.cursor)
    firstRow = min(max(firstRow, row - rect.height + 1), row)
    firstRow = max(0, min(firstRow, rows.count - rect.height))
    let characters = Array(buffer.text)
    canvas.clipped(to: rect) { canvas in
      for line in 0..<rect.height {
        let area = rect.row(line)
        canvas.fill(area, style: style)
        guard rows.indices.contains(firstRow + line) else { continue }
        let shown = rows[firstRow + line].characters
        canvas.write(String(characters[shown]), at: area.origin, style: style)
        let hasEnd = rows[firstRow + line].isLineEnd
        for fault in faults where shown.contains(fault) || hasEnd && fault == shown.upperBound {
          let character = shown.contains(fault) ? String(characters[fault]) : " "
          canvas.write(
            character, at: Point(area.x + column(of: fault, in: firstRow + line), area.y),
            style: .faulty)
        }
      }
    }
    if isFocused {
      let x = rect.x + min(column(of: buffer.cursor, in: row), rect.width - 1)
      canvas.cursor = Point(x, rect.y + row - firstRow)
    }
    ScrollMarks(visible: firstRow..<min(rows.count, firstRow + rect.height), of: rows.indices)
      .draw(in: rect, on: &canvas)
  }

  /// Computes the rows of the text at the current width.
  mutating func layOut() { rows = TextRow.rows(of: buffer.text, width: max(1, shown.width)) }

  /// Returns the row of an index in the text. Between two rows of a line it is the second.
  func row(of index: Int) -> Int {
    rows.firstIndex { row in
      index < row.characters.upperBound || (row.isLineEnd && index == row.characters.upperBound)
    } ?? rows.count - 1
  }

  /// Returns the column of an index in the text within its row.
  func column(of index: Int, in row: Int) -> Int {
    let characters = rows[row].characters
    let before = Array(buffer.text)[characters.lowerBound..<max(characters.lowerBound, index)]
    return Glyph.columns(of: String(before))
  }

  /// Returns the index in the text at a column of a row, or the nearest one.
  func index(in row: Int, at column: Int) -> Int {
    let characters = rows[row].characters
    var used = 0
    for (index, character) in zip(characters, Array(buffer.text)[characters]) {
      let columns = Glyph.columns(of: String(character))
      if used + columns > column { return index }
      used += columns
    }
    let end = characters.upperBound
    return rows[row].isLineEnd ? end : max(characters.lowerBound, end - 1)
  }
}
