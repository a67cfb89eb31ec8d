import Forms
import TerminalKit

/// A switch: `[x]` before its label.
struct ToggleControl: ShownControl {
  let field: FieldSnapshot

  var placement: ControlPlacement { .beforeLabel(4) }

  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse {
    .enter(.flag(field.input != .flag(true)))
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    canvas.mark(rect, as: frame.target)
    let style: Style = frame.isFocused ? .title : .plain
    canvas.write(field.input == .flag(true) ? "[x]" : "[ ]", in: rect, style: style)
    if frame.isFocused, !frame.isLocked { canvas.cursor = Point(rect.x + 1, rect.y) }
  }
}
