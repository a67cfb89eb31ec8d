/// A timeline as a picture, in cells of equal width, each of them one step of time.
///
///     let library = StreamDocumentFile(StreamDocument.defaults).library
///     let diagram = MarbleDiagram(try library.timeline(of: "serial-a"))
///     print(diagram.text)
///     // 0 1 2 3 4   seconds
///     // --1-2-3-4|  Serial Stream A
///
/// Simultaneous events are in one column in all rows. A `*` with a number stands for several values
/// in one step, and `…` with a number for the rest of a long value; notes below the rows list them.
public struct MarbleDiagram {
  let grid: MarbleGrid

  /// The maximum number of columns of a diagram that chooses its step.
  package static let widthLimit = 120

  /// Nanoseconds of a cell.
  package var step: Int { grid.step }

  /// Divides a timeline into cells; at most 10,000 are shown. O(marbles).
  ///
  /// - Parameters:
  ///   - timeline: The timeline.
  ///   - step: Nanoseconds per cell, more than 0. If nil, a second; less to put events at different
  ///     times into different cells; or more if the diagram would be wider than `widthLimit`
  ///     columns.
  ///   - columns: Returns the number of columns of a string when the diagram is displayed.
  public init(
    _ timeline: MarbleTimeline, step: Int? = nil, columns: @escaping (String) -> Int = { $0.count }
  ) {
    func grid(_ step: Int) -> MarbleGrid { MarbleGrid(timeline, step: step, columns: columns) }
    if let step {
      self.grid = grid(step)
      return
    }
    // The narrowest cells first: one more value in a cell may need more room.
    var cells = Self.widthLimit / 2
    while true {
      let tried = grid(timeline.step(fitting: cells))
      let width = Self.cellWidth(of: tried)
      if tried.count * width <= Self.widthLimit || cells <= 4 {
        self.grid = tried
        return
      }
      cells = max(4, min(cells - 1, Self.widthLimit / width))
    }
  }

  // MARK: Text

  /// The diagram as lines of text.
  public var text: String {
    var lines: [String] = []
    writeText { lines.append($0) }
    return lines.joined(separator: "\n")
  }

  /// Calls a closure for each line of the text, which is made on demand: all lines would take
  /// several times the memory of the marbles.
  ///
  /// - Parameter write: Receives a line without its end.
  public func writeText(to write: (String) -> Void) {
    let width = Self.cellWidth(of: grid)
    let ruler = ruler(cell: width)
    var longest = 0
    func measure(_ line: String) {
      let columns = grid.columns(line)
      // The other rows are not padded to a very long one, whose title follows it directly.
      if columns <= 500 { longest = max(longest, columns) }
    }
    measure(ruler)
    for row in grid.rows.indices { measure(line(of: row, cell: width)) }
    func writeRow(_ text: String, title: String) {
      guard !title.isEmpty else { return write(text) }
      write(text + String(repeating: " ", count: max(0, longest - grid.columns(text)) + 2) + title)
    }
    writeRow(ruler, title: "seconds")
    for row in grid.rows.indices {
      writeRow(line(of: row, cell: width), title: grid.rows[row].title.onOneLine)
    }
    grid.forEachNote(write)
  }

  /// The width of a cell in columns: that of the widest, and a `-` before another cell.
  private static func cellWidth(of grid: MarbleGrid) -> Int {
    var width = 2
    for row in grid.rows.indices {
      grid.forEachCell(of: row) { cell in width = max(width, grid.columns(cell.text) + 1) }
    }
    return width
  }

  /// The times above the cells, as many as fit.
  private func ruler(cell width: Int) -> String {
    // A time before the last may have more decimals, but no more than the step.
    let decimals = Marble.text(ofTime: step).drop { $0 != "." }
    let longest = String((grid.count - 1) * step / 1_000_000_000).count + decimals.count
    let stride =
      [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].first { $0 * width > longest } ?? 2_000
    var (ruler, end) = ("", 0)
    for column in Swift.stride(from: 0, to: grid.count, by: stride) {
      let label = Marble.text(ofTime: column * step)
      ruler += String(repeating: " ", count: column * width - end) + label
      end = column * width + label.count
    }
    return ruler
  }

  /// A row without its title.
  private func line(of row: Int, cell width: Int) -> String {
    var line = ""
    var end = 0
    grid.forEachCell(of: row) { cell in
      line += String(repeating: "-", count: cell.column * width - end) + cell.text
      end = cell.column * width + grid.columns(cell.text)
      switch cell.end {
      case .finished: line += "|"
      case .failed: line += "#"
      case .value, nil: break
      }
    }
    return grid.isCut(row) ? line + "…" : line
  }
}
