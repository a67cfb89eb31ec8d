import Forms
import TerminalKit

/// A choice from a list that opens: one of many options, or several.
struct SelectControl: ShownControl {
  let field: FieldSnapshot
  let options: [FieldOption]
  let allowsNone: Bool
  /// The numbers of options that may be chosen; nil for one.
  let limits: ClosedRange<Int>?
  let messages: ValidationMessages

  /// The maximum number of columns.
  private static let maximumColumns = 40

  var focusHint: String {
    switch field.options {
    case .loaded: messages.words("Enter or a letter opens the list")
    case .loading: ""
    case .failed: messages.words("Enter tries again")
    }
  }

  func keys(_ state: ControlState) -> [ControlKey] {
    var keys = [
      ControlKey(
        "Enter Space F2", "open the list of options",
        footer: KeyHint("Enter", hasFailed ? "try again" : "list", rank: 2)
      ) { _, _ in open("") }
    ]
    if allowsNone {
      keys.append(
        ControlKey("Del Bksp", "choose none") { _, _ in
          .enter(limits == nil ? .choice(nil) : .choices([]))
        })
    }
    return keys
  }

  private var hasFailed: Bool { if case .failed = field.options { true } else { false } }

  private func open(_ typed: String) -> ControlResponse {
    hasFailed ? .retry : .open(.options(typed: typed))
  }

  /// A letter opens the list and is the first of the search text.
  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    switch event {
    case .key(let press):
      guard let letter = press.text, letter.isLetter || letter.isNumber else { return .ignored }
      return open(String(letter))
    case .mouse(let mouse) where mouse.action == .press: return open("")
    case .mouse, .paste, .focus: return .ignored
    }
  }

  /// ← and → select the next option that can be chosen, if there is one.
  func turn(by step: Int, _ state: inout ControlState) -> ControlResponse {
    guard limits == nil, !options.isEmpty, step != 0 else { return .handled }
    var index = step > 0 ? -1 : options.count
    if case .choice(let chosen?) = field.input { index = chosen }
    repeat { index += step } while options.indices.contains(index) && options[index].refusal != nil
    return options.indices.contains(index) ? .enter(.choice(index)) : .handled
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    let box = Rect(x: rect.x, y: rect.y, width: min(rect.width, Self.maximumColumns), height: 1)
    canvas.mark(box, as: frame.target)
    let style = (frame.isLocked ? Style.muted : .plain).adding(.underline)
    canvas.fill(box, style: style)
    let sign = canvas.symbols.opens
    let columns = max(0, box.width - Glyph.columns(of: sign) - 1)
    let text = Rect(x: box.x, y: box.y, width: columns, height: 1)
    let (words, isDim) = words
    canvas.write(words, in: text, style: isDim ? Style.muted.adding(.underline) : style)
    canvas.write(
      sign, at: Point(box.maxX - Glyph.columns(of: sign), box.y),
      style: Style.accent.adding(.underline))
    if frame.isFocused, !frame.isLocked { canvas.cursor = box.origin }
  }

  /// The text for the choice; dim if nothing is chosen.
  private var words: (String, isDim: Bool) {
    switch field.options {
    case .loading: return (messages.words("loading"), true)
    case .failed(let reason):
      return (messages.words("not loaded: {reason}", ["reason": .text(reason)]), true)
    case .loaded: break
    }
    switch field.input {
    case .choice(let index?) where options.indices.contains(index):
      return (messages.label(of: options[index], in: field), false)
    case .choices(let chosen) where !chosen.isEmpty:
      let names = chosen.prefix(20).map { messages.label(of: options[$0], in: field) }
      return ("\(chosen.count): \(names.joined(separator: ", "))", false)
    default:
      return (options.isEmpty ? messages.words("no options") : field.nothingChosen(messages), true)
    }
  }
}
