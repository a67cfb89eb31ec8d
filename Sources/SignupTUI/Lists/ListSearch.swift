import TerminalKit

/// The search of a list: `/` opens a line, each letter goes to the first row from there on that
/// matches, Enter keeps the place and Esc goes back; `n` and `N` go on.
struct ListSearch<ID: Hashable> {
  /// Which way to look.
  enum Direction {
    /// From a row on, and it too.
    case here
    /// From the row behind it on.
    case forwards
    /// From the row before it on, upwards.
    case backwards
  }

  /// The decision about an event.
  enum Response {
    case handled
    /// To choose the next match of a query from an item on; nil for the item that is chosen.
    case find(String, from: ID?, Direction)
    /// To choose the item again that was chosen before.
    case goBack(ID?)
  }

  /// True while the line is open, so that letters belong to it.
  private(set) var isOpen = false
  /// The last text that was searched for.
  private(set) var query = ""
  private var field = Self.emptyField
  private var origin: ID?
  private var isInVain = false
  /// Why a paste was refused.
  private var refusal: String?

  private static var emptyField: TextField { TextField(noun: "a search", maximumBytes: 256) }

  /// Opens the line.
  ///
  /// - Parameter chosen: The item that is chosen now.
  mutating func open(from chosen: ID?) {
    (isOpen, field, origin) = (true, Self.emptyField, chosen)
  }

  /// Lets an event act on the open line.
  mutating func handle(_ event: InputEvent) -> Response {
    refusal = nil
    if case .key(let press) = event {
      switch press {
      case KeyPress(.escape):
        close()
        return .goBack(origin)
      case KeyPress(.enter):
        query = field.text
        let wasInVain = isInVain
        close()
        isInVain = wasInVain
        return .handled
      case KeyPress(.backspace) where field.text.isEmpty:
        close()
        return .goBack(origin)
      case KeyPress(.up): return .find(field.text, from: nil, .backwards)
      case KeyPress(.down): return .find(field.text, from: nil, .forwards)
      default: break
      }
    }
    switch field.handle(event) {
    case .edited: return .find(field.text, from: origin, .here)
    case .refused(let reason):
      refusal = reason
      return .handled
    case .handled, .ignored: return .handled
    }
  }

  /// Takes in whether something was found.
  mutating func found(_ isFound: Bool) { isInVain = !isFound }

  private mutating func close() {
    isOpen = false
    isInVain = false
  }

  /// Draws the line while it is open, and what was in vain; false if there is nothing to draw.
  func draw(in rect: Rect, on canvas: inout Canvas) -> Bool {
    guard isOpen || isInVain else { return false }
    let problem = refusal ?? (isInVain ? "not found" : "")
    let note = isOpen ? problem : "“\(query)” was not found"
    guard isOpen else {
      MessageRow(kind: .warning, text: note).draw(in: rect, on: &canvas)
      return true
    }
    let row = rect.row(0)
    canvas.write("/", at: row.origin, style: .bold)
    let noteWidth = min(Glyph.columns(of: note), max(0, row.width - 8))
    var field = field
    field.draw(
      in: Rect(x: row.x + 1, y: row.y, width: row.width - 2 - noteWidth, height: 1), on: &canvas,
      isFocused: true)
    canvas.write(
      note, in: Rect(x: row.maxX - noteWidth, y: row.y, width: noteWidth, height: 1),
      style: .warning)
    return true
  }

  /// The footer while the line is open.
  static var footer: Footer {
    Footer(hints: [
      KeyHint("Enter", "stay"), KeyHint("Esc", "back"), KeyHint("↑↓", "other matches"),
    ])
  }
}
