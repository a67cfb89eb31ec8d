/// A column of a table of records, and the text of a record in it.
struct RowColumn<Row> {
  let look: Table.Column
  /// Returns the text of a record; nil if that is not known.
  let text: (Row) -> String?

  init(
    _ title: String, _ width: Int, _ alignment: Label.Alignment = .trailing, rank: Int = 0,
    style: Style = .plain, _ text: @escaping (Row) -> String?
  ) {
    look = .init(title: title, width: width, alignment: alignment, rank: rank, style: style)
    self.text = text
  }
}

extension Table {
  /// Draws records in columns, with `--` for what is not known.
  ///
  /// - Parameter record: The record of a row; called once for each row in view.
  mutating func draw<Row>(
    _ rows: Range<Int>, _ columns: [RowColumn<Row>], in rect: Rect, on canvas: inout Canvas,
    isMarked: (_ row: Int) -> Bool = { _ in false }, record: (_ row: Int) -> Row
  ) {
    self.columns = columns.map(\.look)
    var current: (row: Int, record: Row)?
    draw(rows, in: rect, on: &canvas, isMarked: isMarked) { row, column in
      let known = current.flatMap { $0.row == row ? $0.record : nil } ?? record(row)
      current = (row, known)
      return columns[column].text(known) ?? "--"
    }
  }
}
