import Forms
import TerminalKit

/// A list or a calendar that a control has opened over the form. It takes all keys until it is
/// closed.
@MainActor protocol ControlPopup: AnyObject {
  /// The field that it belongs to.
  var field: FieldID { get }
  /// The keys that act on it.
  var keys: [PopupKey] { get }
  /// The input that Tab and ^S accept; nil for none.
  var taken: FieldInput? { get }

  /// Handles an event that is not one of its keys: a character, a paste, the mouse.
  func edit(_ event: InputEvent) -> PopupResponse
  /// Updates it from the field's current state.
  func follow(_ field: FieldSnapshot)
  /// Draws it next to its control, or over the whole form if there is little room.
  func draw(beside anchor: Rect, in body: Rect, on canvas: inout Canvas)
}

/// The effect of an event on the open list or calendar.
enum PopupResponse: Equatable {
  /// It stays open.
  case stays
  /// It is closed, and nothing has changed.
  case closes
  /// It is closed, and the event is for the form.
  case passes
  /// It is closed with the field's new input.
  case takes(FieldInput)
  /// The field's new input, after which it stays open.
  case enters(FieldInput)
  /// The options must be requested again.
  case retries
}

/// A key of an open list or calendar.
struct PopupKey {
  let keys: String
  let words: String
  var footer: KeyHint?
  let action: @MainActor (KeyPress) -> PopupResponse
}

/// The rectangles of an open list or calendar.
struct PopupFrame: Equatable {
  /// The whole rectangle, including the frame if it has one.
  let box: Rect
  /// The rectangle of its contents.
  let content: Rect

  /// Places contents of a size: below a control, otherwise above it, otherwise over the whole form,
  /// where they have no frame because every row counts.
  ///
  /// - Parameters:
  ///   - size: The preferred size of the contents.
  ///   - least: The minimum number of rows.
  ///   - anchor: The rectangle of the control.
  ///   - body: The rectangle of the form.
  init(of size: Size, least: Int, beside anchor: Rect, in body: Rect) {
    let width = min(body.width, size.width + 4)
    let x = max(body.x, min(anchor.x - 2, body.maxX - width))
    let below = body.maxY - anchor.maxY
    // The label above the control stays visible.
    let above = anchor.y - 1 - body.y
    let wanted = min(size.height, least) + 2
    func framed(_ box: Rect) -> (Rect, Rect) { (box, box.inset(columns: 2, rows: 1)) }
    if below >= wanted, below >= size.height + 2 || below >= above {
      let height = min(size.height + 2, below)
      (box, content) = framed(Rect(x: x, y: anchor.maxY, width: width, height: height))
    } else if above >= wanted {
      let height = min(size.height + 2, above)
      (box, content) = framed(Rect(x: x, y: anchor.y - 1 - height, width: width, height: height))
    } else if body.height >= wanted, body.width >= size.width + 4 || body.width >= 30 {
      let height = min(size.height + 2, body.height)
      let y = max(body.y, min(anchor.maxY, body.maxY - height))
      (box, content) = framed(Rect(x: x, y: y, width: width, height: height))
    } else {
      (box, content) = (body, body)
    }
  }

  /// Draws the frame, if there is one, over the previous contents, and hides those from the mouse.
  @MainActor func draw(_ title: String, on canvas: inout Canvas) {
    canvas.coverSpots()
    canvas.fill(box)
    if box != content { Frame(title: title).draw(in: box, on: &canvas) }
    canvas.cursor = nil
  }
}
