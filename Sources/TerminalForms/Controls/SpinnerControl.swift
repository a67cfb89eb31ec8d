import Forms
import TerminalKit

/// A choice of one of a few short options: `‹ Germany ›`.
struct SpinnerControl: ShownControl {
  let field: FieldSnapshot
  let options: [FieldOption]
  let allowsNone: Bool
  let messages: ValidationMessages

  /// The maximum number of options, and of columns of each, for which cycling makes sense.
  private static let (mostOptions, mostColumns) = (5, 24)

  /// True if these options need no list.
  static func suits(
    _ options: [FieldOption], _ field: FieldSnapshot, _ messages: ValidationMessages
  ) -> Bool {
    field.options == .loaded && !options.isEmpty && options.count <= mostOptions
      && options.allSatisfy {
        $0.refusal == nil && Glyph.columns(of: messages.label(of: $0, in: field)) <= mostColumns
      }
  }

  var focusHint: String { messages.words("←→ or Space chooses") }

  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse {
    // “None” comes before the first option.
    let (first, count) = (allowsNone ? -1 : 0, options.count + (allowsNone ? 1 : 0))
    guard count > 0 else { return .ignored }
    var index = first
    if case .choice(let chosen?) = field.input { index = chosen }
    let next = (index - first + step + count) % count + first
    return .enter(.choice(next < 0 ? nil : next))
  }

  /// A letter selects the next option with that initial; the mouse on a mark goes back or on.
  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    switch event {
    case .key(let press):
      guard let letter = press.text, letter.isLetter || letter.isNumber else { return .ignored }
      var chosen = -1
      if case .choice(let index?) = field.input { chosen = index }
      let order = (1...options.count).map { (chosen + $0) % options.count }
      let next = order.first { index in
        messages.label(of: options[index], in: field).first?.lowercased() == letter.lowercased()
      }
      return next.map { .enter(.choice($0)) } ?? .handled
    case .mouse(let mouse) where mouse.action == .press:
      return turn(by: mouse.target(as: ControlSpot.self)?.part == Self.back ? -1 : 1, &state)
    case .mouse, .paste, .focus: return .ignored
    }
  }

  /// The part of the mark that goes back.
  private static let back = 0

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    canvas.mark(rect, as: frame.target)
    canvas.mark(
      Rect(x: rect.x, y: rect.y, width: 2, height: 1),
      as: ControlSpot(field: field.id, part: Self.back))
    var chosen = field.nothingChosen(messages)
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
