import Forms
import TerminalKit

/// All options in the user's order, a numbered row each: `1. Price`.
///
/// ↑ and ↓ go from row to row, and at the ends to the previous or the next field; M-↑ and M-↓ move
/// the row.
struct RankingControl: ShownControl {
  let field: FieldSnapshot
  let options: [FieldOption]
  let messages: ValidationMessages

  var turns: Bool { false }
  var focusHint: String { messages.words("M-↑ and M-↓ move the row") }

  /// The indices of the options in their order.
  private var order: [Int] { if case .choices(let order) = field.input { order } else { [] } }

  private func row(_ state: ControlState) -> Int { min(max(0, state.row), order.count - 1) }

  func keys(_ state: ControlState) -> [ControlKey] {
    let row = row(state)
    return [
      ControlKey("↑", "previous option; at the first one: previous field", when: row > 0) {
        $1.row = row - 1
        return .handled
      },
      ControlKey("↓", "next option; at the last one: next field", when: row < order.count - 1) {
        $1.row = row + 1
        return .handled
      },
      ControlKey("M-↑ M-↓", "move a row up, down", footer: KeyHint("M-↑↓", "move", rank: 2)) {
        press, state in
        let target = row + (press.key == .up ? -1 : 1)
        guard order.indices.contains(target) else { return .handled }
        var moved = order
        moved.swapAt(row, target)
        state.row = target
        return .enter(.choices(moved))
      },
    ]
  }

  /// The mouse chooses the row under it.
  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    guard case .mouse(let mouse) = event, mouse.action == .press else { return .ignored }
    if let spot = mouse.target(as: ControlSpot.self) { state.row = spot.part }
    return .handled
  }

  func rows(within width: Int, symbols: Symbols) -> Int { max(1, order.count) }

  func cursorRow(within width: Int, _ state: ControlState, symbols: Symbols) -> Int {
    max(0, row(state))
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    canvas.mark(rect, as: frame.target)
    for (index, option) in order.enumerated() {
      let line = rect.row(index)
      canvas.mark(line, as: ControlSpot(field: field.id, part: index))
      let isCurrent = frame.isFocused && !frame.isLocked && index == row(state)
      canvas.write(
        "\(index + 1). \(messages.label(of: options[option], in: field))", in: line,
        style: frame.isLocked ? .muted : isCurrent ? .bold : .plain)
      if isCurrent { canvas.cursor = line.origin }
    }
  }
}
