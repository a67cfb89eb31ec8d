/// The line below a list into which a search or a filter is typed.
struct ListLine {
  /// The decision about an event.
  enum Response {
    case handled
    /// The text has changed.
    case edited
    /// Enter: the line is closed and keeps its text.
    case kept
    /// Esc: the line is closed and its text is discarded.
    case left
    /// A key for the rows.
    case rows(KeyPress)
  }

  /// True while the line is open, so that characters are typed into it.
  private(set) var isOpen = false
  /// The reason why a paste was refused.
  private(set) var refusal: String?
  private var field: TextField
  private let label: String
  private let noun: String

  /// Makes a closed line; `noun` describes its content.
  init(_ label: String, noun: String) {
    (self.label, self.noun) = (label, noun)
    field = TextField(noun: noun, maximumBytes: 256)
  }

  /// The typed text.
  var text: String { field.text }

  /// Opens the line with its text.
  mutating func open() { isOpen = true }

  /// Closes the line and removes its text.
  mutating func clear() { self = ListLine(label, noun: noun) }

  /// Handles an event while the line is open.
  mutating func handle(_ event: InputEvent) -> Response {
    refusal = nil
    if case .key(let press) = event {
      switch press {
      case KeyPress(.escape),
        KeyPress(.backspace) where text.isEmpty:
        clear()
        return .left
      case KeyPress(.enter):
        isOpen = false
        return .kept
      case KeyPress(.up), KeyPress(.down), KeyPress(.pageUp), KeyPress(.pageDown):
        return .rows(press)
      default: break
      }
    }
    switch field.handle(event) {
    case .edited: return .edited
    case .refused(let reason):
      refusal = reason
      return .handled
    case .handled, .ignored: return .handled
    }
  }

  /// Draws the line with a note at its end.
  func draw(_ note: String, _ style: Style, in row: Rect, on canvas: inout Canvas) {
    canvas.write(label, at: row.origin, style: .bold)
    let start = Glyph.columns(of: label)
    let noteWidth = min(Glyph.columns(of: note), max(0, row.width - start - 6))
    var field = field
    field.draw(
      in: Rect(x: row.x + start, y: row.y, width: row.width - start - 1 - noteWidth, height: 1),
      on: &canvas, isFocused: true)
    canvas.write(
      note, in: Rect(x: row.maxX - noteWidth, y: row.y, width: noteWidth, height: 1), style: style)
  }
}
