import Forms
import TerminalKit

/// No control at all: the label of a list is the heading of its rows.
struct HeadingControl: ShownControl {
  let field: FieldSnapshot

  var placement: ControlPlacement { .none }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {}
}
