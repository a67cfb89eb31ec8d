import TerminalKit

/// The filter of a list: `f` opens a line, and with each letter only the rows stay that match.
/// Enter keeps them, Esc shows all rows again.
struct ListFilter {
  /// The decision about an event.
  enum Response: Equatable {
    case handled
    /// Other rows match now.
    case changed
    /// A key for the rows, of which one can be chosen meanwhile.
    case rows(KeyPress)
  }

  /// True while the line is open, so that letters belong to it.
  private(set) var isOpen = false
  private var field = Self.emptyField
  /// Why a paste was refused.
  private var refusal: String?

  private static var emptyField: TextField { TextField(noun: "a filter", maximumBytes: 256) }

  /// The text that rows must contain; empty for all rows.
  var text: String { field.text }

  /// Opens the line with the text as it is.
  mutating func open() { isOpen = true }

  /// Lets all rows through again.
  mutating func clear() { (isOpen, field, refusal) = (false, Self.emptyField, nil) }

  /// Lets an event act on the open line.
  mutating func handle(_ event: InputEvent) -> Response {
    refusal = nil
    if case .key(let press) = event {
      switch press {
      case KeyPress(.escape):
        clear()
        return .changed
      case KeyPress(.backspace) where text.isEmpty:
        clear()
        return .changed
      case KeyPress(.enter):
        isOpen = false
        return .handled
      case KeyPress(.up), KeyPress(.down), KeyPress(.pageUp), KeyPress(.pageDown):
        return .rows(press)
      default: break
      }
    }
    switch field.handle(event) {
    case .edited: return .changed
    case .refused(let reason):
      refusal = reason
      return .handled
    case .handled, .ignored: return .handled
    }
  }

  /// Draws the line while it is open, or what it keeps; false if there is nothing to draw.
  ///
  /// - Parameters:
  ///   - shown: The number of rows that match.
  ///   - count: The number of all rows.
  func draw(in rect: Rect, on canvas: inout Canvas, shown: Int, of count: Int) -> Bool {
    guard isOpen || !text.isEmpty else { return false }
    let row = rect.row(0)
    let note = refusal ?? "\(shown) of \(count)"
    guard isOpen else {
      MessageRow(kind: .neutral, text: "Only “\(text)”: \(note) – Esc shows all")
        .draw(in: rect, on: &canvas)
      return true
    }
    let label = "filter "
    canvas.write(label, at: row.origin, style: .bold)
    let start = Glyph.columns(of: label)
    let noteWidth = min(Glyph.columns(of: note), max(0, row.width - start - 6))
    var field = field
    field.draw(
      in: Rect(
        x: row.x + start, y: row.y, width: row.width - start - 1 - noteWidth, height: 1),
      on: &canvas, isFocused: true)
    canvas.write(
      note, in: Rect(x: row.maxX - noteWidth, y: row.y, width: noteWidth, height: 1),
      style: refusal == nil && shown > 0 ? .muted : .warning)
    return true
  }

  /// The footer while the line is open.
  static var footer: Footer {
    Footer(hints: [KeyHint("Enter", "keep"), KeyHint("Esc", "all"), KeyHint("↑↓", "choose")])
  }
}
