/// All keys in a box over the screen, below some notes. Any key closes it, except those that scroll
/// a long list.
package struct KeyHelp: Equatable, Sendable {
  /// The title in the box's upper edge.
  package var title: String
  /// The notes above the keys, such as the rules in force.
  package let notes: [MessageRow]
  /// All keys, in reading order.
  package let hints: [KeyHint]
  private var state = ListState()

  /// Makes a list of keys in reading order.
  ///
  /// - Parameters:
  ///   - title: The title in the box's upper edge.
  ///   - notes: The notes above the keys.
  ///   - hints: All keys, in reading order.
  package init(title: String, notes: [MessageRow] = [], hints: [KeyHint]) {
    (self.title, self.notes, self.hints) = (title, notes, hints)
  }

  /// The screen's footer while the list is open.
  package static let footer = Footer(hints: [
    KeyHint("↑↓", "scroll"), KeyHint("any other key", "closes"),
  ])

  /// Handles an event and returns true if the list stays open.
  package mutating func handle(_ event: InputEvent) -> Bool {
    switch event {
    case .key(let press): state.handle(press)
    case .mouse(let mouse): state.handle(mouse) || mouse.action != .press
    case .focus, .paste: true
    }
  }

  /// Draws the list in the middle of `rect`, in a box that fits it, and hides the cursor. The last
  /// row stays free for the screen's footer, with the keys that close the list.
  package mutating func draw(in rect: Rect, on canvas: inout Canvas) {
    let height = rect.height - 1
    let lines = layout(width: rect.width - 4, height: height - 2, symbols: canvas.symbols)
    let used = lines.map(\.columns).max() ?? 0
    // Two more columns are for the scroll marks if not everything fits.
    let scrollColumns = lines.count + 2 > height ? 2 : 0
    let inner = max(used, Glyph.columns(of: title) + 2)
    let box = rect.centered(Size(inner + 4 + scrollColumns, min(lines.count + 2, max(height, 3))))
    canvas.coverSpots()
    // A column stays free, so that no mark of the page below seems part of a line.
    canvas.fill(box.inset(columns: -1))
    Frame(title: title).draw(in: box, on: &canvas)
    let content = box.inset(columns: 2, rows: 1)
    let visible = state.show(lines.indices, height: content.height)
    let width = content.width - (visible.count < lines.count ? 2 : 0)
    for (row, line) in lines[visible].enumerated() {
      let area = content.row(row)
      line.draw(in: Rect(x: area.x, y: area.y, width: width, height: area.height), on: &canvas)
    }
    ScrollMarks(visible: visible, of: lines.indices).draw(in: content, on: &canvas)
    canvas.cursor = nil
  }

  /// The columns between a key and its action.
  private static let gap = 2
  /// The columns below which a column of actions is hard to read.
  private static let leastActionColumns = 12

  /// Returns the lines of the list: the notes, then the keys next to their actions, wrapped if too
  /// long; on a narrow screen, actions are below their keys.
  private func layout(width: Int, height: Int, symbols: Symbols) -> [Line] {
    func encoded(_ text: String) -> String { symbols.characterSet.encoded(text) }
    // In ASCII a symbol may become a word: `⇥` is encoded `Tab`.
    func columns(_ text: String) -> Int { Glyph.columns(of: encoded(text)) }
    let keyColumns = hints.map { columns($0.key) }.max() ?? 0
    let actionColumns = hints.map { columns($0.action) }.max() ?? 0
    let noteRows = notes.map { max(1, $0.rows(width: width - 2, symbols: symbols)) }.reduce(0, +)
    let isWhole =
      keyColumns + Self.gap + actionColumns <= width
      && noteRows + (notes.isEmpty ? 0 : 1) + hints.count <= height
    let room = max(1, width - (isWhole ? 0 : 2))
    var lines = notes.flatMap { note -> [Line] in
      let rows = max(1, note.rows(width: room, symbols: symbols))
      // A message of one line keeps its width, so that the box is no wider than necessary.
      let used = rows > 1 ? room : min(room, columns(note.text) + note.leadColumns(symbols))
      return (0..<rows).map { Line(columns: used, content: .note(note, row: $0, of: rows)) }
    }
    if !lines.isEmpty, !hints.isEmpty { lines.append(Line(columns: 0, content: .blank)) }
    let actionRoom = min(actionColumns, room - keyColumns - Self.gap)
    let isBeside = actionRoom >= min(actionColumns, Self.leastActionColumns)
    for hint in hints {
      let indent = isBeside ? keyColumns + Self.gap : 2
      if !isBeside {
        lines.append(Line(columns: columns(hint.key), content: .text("", hint.key, indent: 0)))
      }
      let texts = TextWrapping.lines(
        of: encoded(hint.action), width: max(1, isBeside ? actionRoom : room - indent))
      for (number, text) in texts.enumerated() {
        let key = isBeside && number == 0 ? hint.key : ""
        lines.append(
          Line(columns: indent + columns(text), content: .text(key, text, indent: indent)))
      }
    }
    return lines
  }

  /// A line of the list.
  private struct Line {
    /// The number of columns.
    var columns: Int
    var content: Content

    enum Content {
      /// One of the rows of a message.
      case note(MessageRow, row: Int, of: Int)
      case blank
      /// A key, and text indented by a number of columns.
      case text(String, String, indent: Int)
    }

    func draw(in rect: Rect, on canvas: inout Canvas) {
      switch content {
      case .blank: break
      case .note(let note, let row, let count):
        let whole = Rect(x: rect.x, y: rect.y - row, width: rect.width, height: count)
        canvas.clipped(to: rect) { note.draw(in: whole, on: &$0) }
      case .text(let key, let text, let indent):
        canvas.write(key, in: rect, style: .bold)
        let area = Rect(
          x: rect.x + indent, y: rect.y, width: rect.width - indent, height: rect.height)
        canvas.write(text, in: area, style: .plain)
      }
    }
  }
}

extension KeyHelp? {
  /// Passes an event to the open list, which may close; returns false if no list is open, so that
  /// the event is for the screen.
  package mutating func take(_ event: InputEvent) -> Bool {
    guard let isOpen = self?.handle(event) else { return false }
    if !isOpen { self = nil }
    return true
  }
}
