extension MarbleDiagram {
  /// Calls a closure for each line of the diagram as an SVG picture, for documentation pages.
  ///
  /// Each row is a line with its values in circles, a bar where it finishes or a cross where it
  /// fails; times are above, and notes below. Colours follow the page's light or dark scheme. The
  /// same timeline yields the same bytes.
  ///
  /// - Parameter write: Receives a line without its end.
  public func writeSVG(to write: (String) -> Void) {
    let layout = SVGLayout(grid)
    write(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(layout.width)\" "
        + "height=\"\(layout.height)\" viewBox=\"0 0 \(layout.width) \(layout.height)\">")
    SVGLayout.style.forEach(write)
    writeTimes(layout, write)
    for row in grid.rows.indices { writeRow(row, layout, write) }
    var line = 0
    grid.forEachNote { note in
      write(layout.text(note, limit: layout.noteLimit, "note", x: 12, y: layout.noteY(line)))
      line += 1
    }
    write("</svg>")
  }

  private func writeTimes(_ layout: SVGLayout, _ write: (String) -> Void) {
    write(layout.text("seconds", "time", x: 12, y: 20))
    for column in stride(from: 0, to: grid.count, by: layout.stride) {
      let text = Marble.text(ofTime: column * step)
      write(layout.text(text, "time middle", x: layout.x(column), y: 20))
    }
  }

  private func writeRow(_ row: Int, _ layout: SVGLayout, _ write: (String) -> Void) {
    let y = layout.y(row)
    let title = grid.rows[row].title.onOneLine
    write(layout.text(title, limit: SVGLayout.titleLimit, "title", x: 12, y: y + 5))
    var last = grid.isCut(row) ? layout.x(grid.count - 1) + layout.pitch / 2 : layout.x(0)
    grid.forEachCell(of: row) { last = max(last, layout.end(of: $0)) }
    write(
      "<line class=\"lane\" x1=\"\(layout.x(0))\" y1=\"\(y)\" x2=\"\(last)\" y2=\"\(y)\""
        + (grid.isCut(row) ? " stroke-dasharray=\"4 4\"/>" : "/>"))
    let isResult = row == grid.rows.count - 1
    grid.forEachCell(of: row) { cell in
      let x = layout.x(cell.column)
      if !cell.values.isEmpty {
        let half = layout.halfWidth(of: cell.text)
        write(
          "<g class=\"\(isResult ? "result" : "value")\"><title>"
            + "\(grid.note(cell, of: row).escapedForSVG)</title>"
            + "<rect x=\"\(x - half)\" y=\"\(y - 14)\" width=\"\(2 * half)\" height=\"28\" "
            + "rx=\"14\"/>" + layout.text(cell.text, "middle", x: x, y: y + 5) + "</g>")
      }
      let end = layout.end(of: cell)
      switch cell.end {
      case .finished:
        write("<line class=\"end\" x1=\"\(end)\" y1=\"\(y - 14)\" x2=\"\(end)\" y2=\"\(y + 14)\"/>")
      case .failed:
        let (left, right) = (end - 7, end + 7)
        write(
          "<path class=\"failure\" d=\"M\(left) \(y - 7)L\(right) \(y + 7)"
            + "M\(left) \(y + 7)L\(right) \(y - 7)\"/>")
      case .value, nil: break
      }
    }
  }
}

/// The coordinates of the parts of a diagram in a picture, in whole pixels.
private struct SVGLayout {
  let width: Int
  let height: Int
  /// The width of a cell.
  let pitch: Int
  /// The number of cells between two times on the ruler.
  let stride: Int
  /// The maximum number of columns of a note.
  let noteLimit: Int
  private let start: Int
  private let grid: MarbleGrid

  /// The maximum number of columns of a title.
  static let titleLimit = 32
  /// The height of a row.
  private static let rowHeight = 44

  init(_ grid: MarbleGrid) {
    var (widest, noteCount) = (1, 0)
    var titles = "seconds".count
    for row in grid.rows.indices {
      titles = max(titles, min(Self.titleLimit, grid.columns(grid.rows[row].title.onOneLine)))
      grid.forEachCell(of: row) { cell in
        widest = max(widest, grid.columns(cell.text))
        if cell.note != nil { noteCount += 1 }
      }
    }
    self.grid = grid
    pitch = 2 * Self.halfWidth(columns: widest) + 12
    start = 12 + titles * 8 + 12 + pitch / 2
    width = max(360, start + (grid.count - 1) * pitch + pitch / 2 + 20)
    height = 36 + grid.rows.count * Self.rowHeight + noteCount * 20 + 8
    noteLimit = (width - 24) / 8
    let label = max(
      Marble.text(ofTime: (grid.count - 1) * grid.step).count, Marble.text(ofTime: grid.step).count)
    let pitch = pitch
    stride = [1, 2, 5, 10, 20, 50, 100].first { $0 * pitch > (label + 2) * 8 } ?? 200
  }

  func x(_ column: Int) -> Int { start + column * pitch }
  func y(_ row: Int) -> Int { 36 + row * Self.rowHeight + Self.rowHeight / 2 }
  func noteY(_ line: Int) -> Int { 36 + grid.rows.count * Self.rowHeight + 16 + line * 20 }

  /// The coordinate of a cell's end, which is to the right of its values.
  func end(of cell: MarbleGrid.Cell) -> Int {
    x(cell.column) + (cell.values.isEmpty || cell.end == nil ? 0 : halfWidth(of: cell.text) + 7)
  }

  /// Half of the width of the outline of a value.
  func halfWidth(of text: String) -> Int { Self.halfWidth(columns: grid.columns(text)) }

  private static func halfWidth(columns: Int) -> Int { max(14, columns * 4 + 8) }

  /// A text element; if it is cut, its tooltip has the whole string.
  func text(_ text: String, limit: Int = .max, _ style: String, x: Int, y: Int) -> String {
    let isCut = limit < .max && grid.columns(text) > limit
    let shown = isCut ? grid.cut(text, to: limit) : text
    let rest = isCut ? "<title>\(text.escapedForSVG)</title>" : ""
    return "<text class=\"\(style)\" x=\"\(x)\" y=\"\(y)\">\(rest)\(shown.escapedForSVG)</text>"
  }

  static let style = [
    "<style>", "text{font:13px ui-monospace,Menlo,Consolas,monospace;fill:#1f2328;white-space:pre}",
    ".middle{text-anchor:middle}", ".time,.note{fill:#59636e}",
    ".lane,.end{stroke:#59636e;stroke-width:2}",
    ".value rect{fill:#ddf4ff;stroke:#0969da;stroke-width:2}",
    ".result rect{fill:#dafbe1;stroke:#1a7f37;stroke-width:2}",
    ".failure{stroke:#d1242f;stroke-width:3;fill:none}", "@media(prefers-color-scheme:dark){",
    "text{fill:#f0f6fc}", ".time,.note{fill:#9198a1}", ".lane,.end{stroke:#9198a1}",
    ".value rect{fill:#0c2d6b;stroke:#4493f8}", ".result rect{fill:#033a16;stroke:#3fb950}",
    ".failure{stroke:#f85149}", "}", "</style>",
  ]
}

extension String {
  /// The string as XML content, without control characters, which XML does not allow.
  fileprivate var escapedForSVG: String {
    var text = ""
    for scalar in onOneLine.unicodeScalars {
      switch scalar {
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
