/// A column of a table, and its text for a row.
package struct TextColumn<Row> {
  package let look: Table.Column
  /// Returns the text; nil if it is unknown.
  package let text: (Row) -> String?

  /// Makes a column that always stays, unless a rank is given.
  package init(
    _ title: String, _ width: Int, _ alignment: Label.Alignment = .leading, rank: Int = 0,
    style: Style = .plain, text: @escaping (Row) -> String?
  ) {
    look = Table.Column(title: title, width: width, alignment: alignment, rank: rank, style: style)
    self.text = text
  }
}

extension Table {
  /// Draws rows in columns, which become the table's columns.
  ///
  /// - Parameters:
  ///   - unknown: The text if a column has none for a row.
  ///   - record: The record of a row; called once for each row in view.
  package mutating func draw<Row>(
    _ rows: Range<Int>, _ columns: [TextColumn<Row>], unknown: String = "--", in rect: Rect,
    on canvas: inout Canvas, isMarked: (_ row: Int) -> Bool = { _ in false },
    record: (_ row: Int) -> Row
  ) {
    self.columns = columns.map(\.look)
    var current: (row: Int, record: Row)?
    draw(rows, in: rect, on: &canvas, isMarked: isMarked) { row, column in
      let known = current.flatMap { $0.row == row ? $0.record : nil } ?? record(row)
      current = (row, known)
      return columns[column].text(known) ?? unknown
    }
  }
}
