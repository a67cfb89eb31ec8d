import Forms
import TerminalKit

/// Text of several lines, in a box that scrolls by itself.
///
/// Enter breaks the line. ↑ in the first row and ↓ in the last one leave the box, as Tab always
/// does.
struct TextLinesControl: ShownControl {
  let field: FieldSnapshot
  let text: TextControl
  let messages: ValidationMessages

  var takesLetters: Bool { true }

  var focusHint: String { messages.words("Enter starts a new line, Tab moves on") }

  func keys(_ state: ControlState) -> [ControlKey] {
    let editor = editor(state)
    func pass(_ press: KeyPress, _ state: inout ControlState) -> ControlResponse {
      handle(.key(press), &state)
    }
    return [
      ControlKey("Enter", "start a new line", footer: KeyHint("Enter", "new line", rank: 2)) {
        pass($0, &$1)
      },
      ControlKey(
        "↑", "previous line; on the first one: previous field", when: editor.canMove(-1)
      ) { pass($0, &$1) },
      ControlKey(
        "↓", "next line; on the last one: next field", when: editor.canMove(1)
      ) { pass($0, &$1) },
      ControlKey(
        "PgUp PgDn", "scroll the text up, down",
        when: editor.canMove(-1) || editor.canMove(1)
      ) { pass($0, &$1) },
    ]
  }

  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    var editor = editor(state)
    defer { state.box = editor }
    switch editor.handle(event) {
    case .ignored: return .ignored
    case .handled: return .handled
    case .edited: return .enter(.text(editor.text))
    case .refused(let note): return .refused(note)
    }
  }

  func rows(within width: Int, symbols: Symbols) -> Int { text.rows + (text.limit == nil ? 0 : 1) }

  func cursorRow(within width: Int, _ state: ControlState, symbols: Symbols) -> Int {
    editor(state).cursorRow
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    let columns = min(rect.width, 72)
    let box = Rect(x: rect.x, y: rect.y, width: columns, height: text.rows)
    canvas.mark(box, as: frame.target)
    var editor = editor(state)
    let style: Style = frame.isLocked ? .muted : .plain
    editor.draw(
      in: box, on: &canvas, isFocused: frame.isFocused && !frame.isLocked,
      style: style.adding(.underline))
    state.box = editor
    guard let limit = text.limit else { return }
    let count = field.text.count
    let words = messages.words(
      "{count} of {all}", ["count": .integer(count), "all": .integer(limit)])
    let row = Rect(x: rect.x, y: rect.y + text.rows, width: columns, height: 1)
    Label(text: words, style: count > limit ? .warning : .muted, alignment: .trailing).draw(
      in: row, on: &canvas)
  }

  /// The editor with the form's text.
  private func editor(_ state: ControlState) -> TextBox {
    var editor = state.box ?? TextBox(noun: "this field", maximumBytes: TextControl.byteLimit)
    editor.setText(field.text)
    return editor
  }
}
