import Forms
import TerminalKit

/// The rows of an open list: the chosen one, the input that chooses another, and their drawing.
struct PopupList {
  private var state = ListState(isSelectable: true)
  /// The rows that were seen last.
  private var height = 10

  /// The chosen row; nil if there is none.
  var row: Int? { state.selection }

  /// Chooses one of a number of rows. The list learns their number at once: the next key can arrive
  /// before the next frame.
  mutating func choose(_ row: Int, of count: Int) {
    state.select(row)
    _ = state.show(0..<count, height: height)
  }

  /// Handles a key that chooses another row.
  mutating func move(_ press: KeyPress) { _ = state.handle(press) }

  /// Handles the mouse, which can choose another row; returns nil if it has pressed one.
  mutating func take(_ mouse: Mouse) -> PopupResponse? {
    if mouse.scroll != 0 { _ = state.handle(mouse) }
    guard mouse.scroll == 0, mouse.action == .press else { return .stays }
    guard let spot = mouse.target(as: ControlSpot.self) else { return .closes }
    // A part below zero is the box itself.
    guard spot.part >= 0 else { return .stays }
    state.select(spot.part)
    return nil
  }

  /// The keys that choose another row.
  static func keys(_ noun: String, move: @escaping @MainActor (KeyPress) -> Void) -> [PopupKey] {
    [
      ("↑ ↓", "previous, next \(noun)"), ("PgUp PgDn", "a page up, down"),
      ("Home End", "first, last \(noun)"),
    ].map { keys, words in
      PopupKey(keys: keys, words: words) { press in
        move(press)
        return .stays
      }
    }
  }

  /// Draws the rows in view.
  ///
  /// - Parameters:
  ///   - count: The number of all rows.
  ///   - field: The field of the list.
  ///   - rect: The rectangle of the rows.
  ///   - cutsWholeRows: True if whole rows, not only their texts, end before the scroll marks of a
  ///     cut list.
  ///   - canvas: The canvas to draw on.
  ///   - fill: Returns the style that fills the chosen row.
  ///   - drawText: Draws the text of a row in a rectangle; a chosen row is already filled.
  @MainActor mutating func draw(
    _ count: Int, of field: FieldID, in rect: Rect, cutsWholeRows: Bool, on canvas: inout Canvas,
    fill: (_ row: Int) -> Style = { _ in Style(background: .selection) },
    text drawText: (_ row: Int, Rect, _ isCurrent: Bool, inout Canvas) -> Void
  ) {
    height = rect.height
    let visible = state.show(0..<count, height: height)
    let cut = visible.count < count ? 2 : 0
    for (line, row) in visible.enumerated() {
      var area = rect.row(line)
      area.width -= cutsWholeRows ? cut : 0
      canvas.mark(area, as: ControlSpot(field: field, part: row))
      let width = area.width - 2 - (cutsWholeRows ? 0 : cut)
      let text = Rect(x: area.x + 2, y: area.y, width: width, height: 1)
      if row == state.selection {
        canvas.choose(area, style: fill(row))
        canvas.cursor = text.origin
      }
      drawText(row, text, row == state.selection, &canvas)
    }
    if cut > 0 { ScrollMarks(visible: visible, of: 0..<count).draw(in: rect, on: &canvas) }
  }
}
