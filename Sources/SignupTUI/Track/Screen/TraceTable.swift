/// The facts of a trace, each with a label and wrapped text.
struct TraceTable {
  var table = Table(columns: [.init(width: 12, style: .muted), .init(width: 0)], hasHeader: false)

  mutating func draw(_ trace: TraceFacts, in rect: Rect, on canvas: inout Canvas) {
    // Two more columns are for the scroll marks if not everything fits.
    let width = max(0, rect.width - 12 - 2 - 2)
    table.columns[1].width = width
    var rows: [(label: String, text: String)] = []
    for (label, text) in trace.rows {
      for (number, line) in TextWrapping.lines(of: text, width: width).enumerated() {
        rows.append((number == 0 ? label : "", line))
      }
    }
    table.draw(rows.indices, in: rect, on: &canvas) { row, column in
      column == 0 ? rows[row].label : rows[row].text
    }
  }
}
