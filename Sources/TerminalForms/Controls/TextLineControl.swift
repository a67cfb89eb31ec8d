import Forms
import TerminalKit

/// A line of text, or a secret.
struct TextLineControl: ShownControl {
  let field: FieldSnapshot
  let text: TextControl

  /// The most columns of a text; what is longer scrolls.
  static let maximumColumns = 48

  var takesLetters: Bool { true }

  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    var editor = editor(state)
    defer { state.text = editor }
    switch editor.handle(event) {
    case .ignored: return .ignored
    case .handled: return .handled
    case .edited: return .enter(.text(editor.text))
    case .refused(let note): return .refused(note)
    }
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    var place = rect
    place.width = min(rect.width, Self.maximumColumns)
    canvas.mark(place, as: frame.target)
    // Underlined throughout, so that a field shows where it is.
    let style: Style = frame.isLocked ? .muted : .plain
    var editor = editor(state)
    editor.draw(
      in: place, on: &canvas, isFocused: frame.isFocused && !frame.isLocked,
      style: style.adding(.underline))
    state.text = editor
  }

  /// The editor with the text as the form has it.
  private func editor(_ state: ControlState) -> TextField {
    var editor =
      state.text
      ?? TextField(
        noun: "this field", echo: text.isSecret ? .bullets : .text, trimsPaste: !text.isSecret)
    editor.setText(field.text)
    return editor
  }
}
