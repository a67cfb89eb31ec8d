/// Rows of cells below a header, scrolled if they do not fit. Without a header and with one column
/// it is a list.
///
///     var table = Table(columns: [.init(title: "Time", width: 8), .init(title: "km/h", width: 9)])
///     table.draw(rows.indices, in: canvas.bounds, on: &canvas) { row, column in
///       column == 0 ? rows[row].time : rows[row].speed
///     }
///
/// Cells are read as they are drawn, so the cost of a table depends on the rows in view.
public struct Table: Equatable, Sendable {
  /// The properties that the cells of a column share.
  public struct Column: Equatable, Sendable {
    /// The title in the header.
    public var title: String
    /// The width in terminal columns; longer text ends in an ellipsis. It is fixed, so nothing
    /// moves sideways as rows come and go.
    public var width: Int
    /// The position of text in the column.
    public var alignment: Label.Alignment
    /// The importance if space is short: the highest rank is left out first, and columns of rank 0
    /// always stay.
    public var rank: Int
    /// The style of the cells.
    public var style: Style

    /// Makes a column that always stays, unless a rank is given.
    package init(
      title: String = "", width: Int, alignment: Label.Alignment = .leading, rank: Int = 0,
      style: Style = .plain
    ) {
      (self.title, self.width, self.alignment, self.rank) = (title, width, alignment, rank)
      self.style = style
    }
  }

  /// The columns from left to right.
  public var columns: [Column]
  /// True if the titles of the columns are shown.
  public var hasHeader: Bool
  /// The text shown if there are no rows.
  public var placeholder: String
  /// The rows in view, and the chosen one.
  public var state: ListState

  /// Makes a table of columns from left to right.
  public init(
    columns: [Column], hasHeader: Bool = true, placeholder: String = "",
    state: ListState = ListState()
  ) {
    (self.columns, self.hasHeader, self.placeholder) = (columns, hasHeader, placeholder)
    self.state = state
  }

  /// The columns of the terminal between two columns of the table.
  private static let gap = 2

  /// Handles a key that chooses another row, or scrolls; returns false for any other key.
  public mutating func handle(_ press: KeyPress) -> Bool { state.handle(press) }

  /// Handles a mouse action that chooses a row, or scrolls; returns false for any other. Pressing
  /// the chosen row is Enter.
  public mutating func handle(_ mouse: Mouse) -> Bool { state.handle(mouse) }

  /// Draws the rows in view below the header.
  ///
  /// - Parameters:
  ///   - rows: The numbers of all rows, which they keep while others are added after them and
  ///     dropped before them.
  ///   - rect: The area of the table.
  ///   - canvas: The canvas to draw on.
  ///   - isMarked: Returns true if a row must stand out, because it has just changed.
  ///   - cell: The text of a row's cell in a column; called only for cells in view.
  /// - Complexity: O(rows in view).
  public mutating func draw(
    _ rows: Range<Int>, in rect: Rect, on canvas: inout Canvas,
    isMarked: (_ row: Int) -> Bool = { _ in false }, cell: (_ row: Int, _ column: Int) -> String
  ) {
    let headerRows = hasHeader ? min(1, rect.height) : 0
    let body = Rect(
      x: rect.x, y: rect.y + headerRows, width: rect.width, height: rect.height - headerRows)
    let visible = state.show(rows, height: body.height)
    let isCut = visible.count < rows.count
    let areas = areas(in: rect.width - (isCut ? 2 : 0))
    if headerRows > 0 {
      write(in: rect.row(0), areas, style: { _ in .muted }, on: &canvas) { columns[$0].title }
    }
    if rows.isEmpty {
      Label(text: placeholder, style: .muted, alignment: .center)
        .draw(in: body.row(body.height / 2), on: &canvas)
    }
    for (line, row) in visible.enumerated() {
      let area = body.row(line)
      let isChosen = row == state.selection
      if state.isSelectable { canvas.mark(area, as: state.target(of: row)) }
      if isChosen { canvas.choose(area) }
      let isNew = isMarked(row)
      if isNew, !isChosen, state.isSelectable {
        canvas.write(String(canvas.symbols.bullet), in: area, style: .success)
      }
      let style = { (column: Int) in
        var style = columns[column].style
        if isNew { style.foreground = .success }
        if isNew || isChosen { style.attributes.insert(.bold) }
        if isChosen { style.background = .selection }
        return style
      }
      write(in: area, areas, style: style, on: &canvas) { cell(row, $0) }
    }
    if isCut { ScrollMarks(visible: visible, of: rows).draw(in: body, on: &canvas) }
  }

  /// Writes one row's texts into the areas of their columns.
  private func write(
    in row: Rect, _ areas: [(column: Int, x: Int, width: Int)], style: (Int) -> Style,
    on canvas: inout Canvas, text: (Int) -> String
  ) {
    for (column, x, width) in areas {
      let area = Rect(x: row.x + x, y: row.y, width: width, height: row.height)
      Label(text: text(column), style: style(column), alignment: columns[column].alignment)
        .draw(in: area, on: &canvas)
    }
  }

  /// Returns the areas of the columns that fit into a width: the least important ones are left out
  /// whole, and the last ones cut if even the others do not fit.
  private func areas(in width: Int) -> [(column: Int, x: Int, width: Int)] {
    let start = state.isSelectable ? 2 : 0
    var shown = Array(columns.indices)
    while start + shown.reduce(-Table.gap, { $0 + columns[$1].width + Table.gap }) > width,
      let last = shown.indices.max(by: { columns[shown[$0]].rank < columns[shown[$1]].rank }),
      columns[shown[last]].rank > 0
    { shown.remove(at: last) }
    var x = start
    return shown.map { column in
      defer { x += columns[column].width + Table.gap }
      return (column, x, max(0, min(columns[column].width, width - x)))
    }
  }
}

extension Canvas {
  /// Fills a chosen row. The marker and the bold text show it without colour, too.
  package mutating func choose(_ row: Rect, style: Style = Style(background: .selection)) {
    fill(row, style: style)
    let marker = Style(foreground: .accent, background: .selection, attributes: .bold)
    write(symbols.marker, in: row, style: marker)
  }
}
