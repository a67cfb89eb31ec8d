/// A column of a table, and its text for a row.
package struct TextColumn<Row> {
  package let look: Table.Column
  /// Returns the text; nil if it is not known.
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
  /// Draws rows in columns, which become those of the table.
  ///
  /// - Parameter unknown: The text where a column has none for a row.
  package mutating func draw<Row>(
    _ rows: [Row], _ columns: [TextColumn<Row>], unknown: String = "--", in rect: Rect,
    on canvas: inout Canvas
  ) {
    self.columns = columns.map(\.look)
    draw(rows.indices, in: rect, on: &canvas) { columns[$1].text(rows[$0]) ?? unknown }
  }
}
