import Forms
import TerminalKit

/// A choice of one of a few short options: `‹ Germany ›`.
struct SpinnerControl: ShownControl {
  let field: FieldSnapshot
  let options: [FieldOption]
  let allowsNone: Bool
  let messages: ValidationMessages

  var focusHint: String { "←→ or Space chooses" }

  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse {
    // None stands before the first option.
    let (first, count) = (allowsNone ? -1 : 0, options.count + (allowsNone ? 1 : 0))
    guard count > 0 else { return .ignored }
    var index = first
    if case .choice(let chosen?) = field.input { index = chosen }
    let next = (index - first + step + count) % count + first
    return .enter(.choice(next < 0 ? nil : next))
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    canvas.mark(rect, as: frame.target)
    var chosen = "none"
    if case .choice(let index?) = field.input, options.indices.contains(index) {
      chosen = messages.label(of: options[index], in: field)
    }
    let isNone = field.input == .choice(nil)
    canvas.write("\(canvas.symbols.cutLeft) ", in: rect, style: .muted)
    let middle = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 4, height: 1)
    let used = canvas.write(chosen, in: middle, style: isNone ? .muted : .plain)
    let end = Rect(x: middle.x + used, y: rect.y, width: 2, height: 1)
    canvas.write(" \(canvas.symbols.cutRight)", in: end, style: .muted)
    if frame.isFocused, !frame.isLocked { canvas.cursor = middle.origin }
  }
}
