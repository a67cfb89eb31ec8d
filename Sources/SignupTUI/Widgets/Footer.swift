/// A key and what it does, for the footer and the key overlay.
struct KeyHint: Equatable, Sendable {
  var key: String
  var action: String

  init(_ key: String, _ action: String) {
    self.key = key
    self.action = action
  }
}

/// The last row: which keys do what, the most important first; what does not fit is left out
/// whole.
struct Footer: Equatable, Sendable {
  var hints: [KeyHint]

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let separator = canvas.symbols.separator
    var x = row.x
    for (index, hint) in hints.enumerated() {
      let lead = index == 0 ? "" : separator
      let columns = Glyph.columns(of: lead + hint.key + " " + hint.action)
      guard x + columns <= row.maxX else { return }
      x += canvas.write(lead, at: Point(x, row.y), style: .muted)
      x += canvas.write(hint.key, at: Point(x, row.y), style: .bold)
      x += canvas.write(" " + hint.action, at: Point(x, row.y), style: .muted)
    }
  }
}

/// All keys in a box over the screen (F1). Any key closes it; ↑ and ↓ scroll what does not fit.
struct KeyHelp: Equatable, Sendable {
  var title: String
  var hints: [KeyHint]
  private(set) var firstRow = 0

  init(title: String, hints: [KeyHint]) {
    self.title = title
    self.hints = hints
  }

  /// Lets a key act on the overlay and returns whether it stays open.
  mutating func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(KeyPress(.down)):
      firstRow = min(firstRow + 1, max(0, hints.count - 1))
      return true
    case .key(KeyPress(.up)):
      firstRow = max(0, firstRow - 1)
      return true
    case .focus: return true
    case .key, .paste: return false
    }
  }

  func draw(in rect: Rect, on canvas: inout Canvas) {
    let keyColumns = hints.map { Glyph.columns(of: $0.key) }.max() ?? 0
    let actionColumns = hints.map { Glyph.columns(of: $0.action) }.max() ?? 0
    let inner = max(keyColumns + 2 + actionColumns, Glyph.columns(of: title) + 2)
    let box = rect.centered(Size(inner + 4, hints.count + 2))
    Frame(title: title).draw(in: box, on: &canvas)
    let content = box.inset(columns: 2, rows: 1)
    let first = min(firstRow, max(0, hints.count - content.height))
    for (line, hint) in hints[first...].prefix(content.height).enumerated() {
      let row = content.row(line)
      canvas.write(hint.key, in: row, style: .bold)
      let action = Rect(
        x: row.x + keyColumns + 2, y: row.y, width: row.width - keyColumns - 2, height: 1)
      canvas.write(hint.action, in: action)
    }
    canvas.cursor = nil
  }
}
