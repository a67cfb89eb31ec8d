import Forms
import TerminalKit

/// A line of text, or a secret, with aids for typing: a unit, groups, a bar of steps, a calendar,
/// or completions of the text.
struct TextLineControl: ShownControl {
  let field: FieldSnapshot
  let text: TextControl
  let messages: ValidationMessages

  var takesLetters: Bool { true }

  var focusHint: String {
    guard let aid = text.aid else { return "" }
    let hint =
      switch aid {
      case .step, .rating: "↑ and ↓ change it{range}"
      case .calendar, .dayAndTime, .timeOfDay: "such as \(aid.example){range}"
      case .files: "F2 lists files"
      case .suggestions: "F2 lists suggestions"
      }
    let range =
      switch aid.limits {
      case (let low?, let high?): ", \(low)–\(high)"
      case (let low?, nil): messages.words(", from {low}", ["low": .text(low)])
      case (nil, let high?): messages.words(", to {high}", ["high": .text(high)])
      case (nil, nil): ""
      }
    return messages.words(hint, ["range": .text(range)])
  }

  // MARK: Keys

  func keys(_ state: ControlState) -> [ControlKey] {
    var keys: [ControlKey] = []
    let editor = editor(state)
    if let step { keys += stepKeys(step, editor) }
    if !rest(editor, state).isEmpty {
      keys.append(
        ControlKey("→", "use the completion", footer: KeyHint("→", "complete", rank: 2)) {
          let text = $1.completions.first ?? ""
          return take(text, &$1)
        })
    }
    if let opening {
      let words = opening == .completions ? "list completions" : "open the calendar"
      let footer = KeyHint("F2", opening == .completions ? "list" : "calendar", rank: 2)
      keys.append(ControlKey("F2 ^Space", words, footer: footer) { _, _ in .open(opening) })
    }
    return keys
  }

  /// The keys for steps: ↑ and ↓ while there is a step to take; then they leave the field.
  private func stepKeys(_ step: StepNumber, _ editor: TextField) -> [ControlKey] {
    func key(_ key: String, _ words: String, by steps: Int, footer: KeyHint? = nil) -> ControlKey {
      let text = step.text(from: field.text, by: steps)
      return ControlKey(key, words, footer: footer, when: text != field.text) { _, _ in
        .enter(.text(text))
      }
    }
    let hint = KeyHint("↑↓", "step", rank: 2)
    let up = key("↑", "a step up; at the maximum: previous field", by: 1, footer: hint)
    return [
      up, key("↓", "a step down; at the minimum: next field", by: -1, footer: up.isOn ? nil : hint),
      ControlKey("+ - ^↑ ^↓", "a step up, down", when: !isSign(editor, step)) { press, _ in
        let isUp = press.key == .character("+") || press.key == .up
        return .enter(.text(step.text(from: field.text, by: isUp ? 1 : -1)))
      },
    ]
  }

  /// The list or calendar that is opened over the form.
  private var opening: ControlOpening? {
    switch text.aid {
    case .calendar(let first, let last): .calendar(from: first, through: last)
    case .dayAndTime(let first, let last): .calendar(from: first?.day, through: last?.day)
    case .files, .suggestions: .completions
    case .step, .rating, .timeOfDay, nil: nil
    }
  }

  private var step: StepNumber? {
    guard case .step(let size, let low, let high) = text.aid else { return nil }
    return StepNumber(size: size, low: low, high: high, point: messages.decimalPoint)
  }

  /// True if a minus sign begins the number.
  private func isSign(_ editor: TextField, _ step: StepNumber) -> Bool {
    editor.cursor == 0 && (step.low ?? -1) < 0 && !field.text.hasPrefix("-")
  }

  func handle(_ event: InputEvent, _ state: inout ControlState) -> ControlResponse {
    if case .mouse(let mouse) = event, let spot = mouse.target(as: ControlSpot.self) {
      return handle(mouse, on: spot)
    }
    var editor = editor(state)
    defer { state.text = editor }
    switch editor.handle(event) {
    case .ignored: return .ignored
    case .handled: return .handled
    case .edited:
      arrange(&editor, after: event)
      return .enter(.text(editor.text))
    case .refused(let note): return .refused(note)
    }
  }

  private func handle(_ mouse: Mouse, on spot: ControlSpot) -> ControlResponse {
    switch (Part(rawValue: spot.part), mouse.action) {
    case (.bar, .press), (.bar, .drag):
      guard let step, let fraction = mouse.fraction else { return .handled }
      return step.text(at: fraction, as: field.text).map { .enter(.text($0)) } ?? .handled
    case (.sign, .press): return opening.map { .open($0) } ?? .handled
    default: return .ignored
    }
  }

  /// A part other than the text that the mouse can act on.
  private enum Part: Int {
    case bar
    case sign
  }

  /// Formats the typed text in groups; the cursor stays between the same characters.
  private func arrange(_ editor: inout TextField, after event: InputEvent) {
    guard let mask = text.mask else { return }
    let isForward = event == .key(KeyPress(.delete)) || event == .key(.control("d"))
    let (arranged, cursor) = mask.arranged(editor.text, cursor: editor.cursor, isForward: isForward)
    editor.rewrite(as: arranged, cursor: cursor)
  }

  /// Replaces the typed text by a complete one, which can be undone.
  func take(_ new: String, _ state: inout ControlState) -> ControlResponse {
    var editor = editor(state)
    editor.replaceText(new)
    state.text = editor
    return .enter(.text(editor.text))
  }

  /// The rest of the first completion of the typed text, shown after the cursor.
  private func rest(_ editor: TextField, _ state: ControlState) -> String {
    guard let first = state.completions.first, !field.text.isEmpty,
      editor.cursor == field.text.count, first.count > field.text.count,
      first.lowercased().hasPrefix(field.text.lowercased())
    else { return "" }
    return String(first.dropFirst(field.text.count))
  }

  // MARK: Drawing

  /// The maximum number of columns of the text; a longer one scrolls.
  private var maximumColumns: Int {
    switch text.aid {
    case .step, .rating, .timeOfDay: 12
    case .calendar, .dayAndTime: 20
    case .files, .suggestions: 48
    case nil: text.suffix.isEmpty ? 48 : 16
    }
  }

  func draw(
    in rect: Rect, on canvas: inout Canvas, _ state: inout ControlState, as frame: ControlFrame
  ) {
    let sign = opening == nil ? "" : canvas.symbols.opens
    let count =
      text.limit.map {
        messages.words(
          "{count} of {all}", ["count": .integer(field.text.count), "all": .integer($0)])
      } ?? ""
    let behind = [text.suffix, sign].filter { !$0.isEmpty }
      .map { canvas.symbols.columns(of: $0) + 1 }.reduce(0, +)
    var box = rect
    box.width = max(1, min(rect.width - behind, maximumColumns))
    canvas.mark(box, as: frame.target)
    // Underlined throughout, to show the field's extent.
    let style: Style = frame.isLocked ? .muted : .plain
    let isFocused = frame.isFocused && !frame.isLocked
    var editor = editor(state)
    editor.draw(
      in: box, on: &canvas, isFocused: isFocused, style: style.adding(.underline),
      rest: isFocused ? rest(editor, state) : "")
    state.text = editor

    var next = Point(box.maxX + 1, rect.y)
    func write(_ text: String, _ style: Style) -> Rect {
      let columns = canvas.write(text, at: next, style: style, limit: max(0, rect.maxX - next.x))
      defer { next.x += columns + 1 }
      return Rect(x: next.x, y: next.y, width: columns, height: 1)
    }
    if !text.suffix.isEmpty { _ = write(text.suffix, .plain) }
    if !sign.isEmpty {
      let rect = write(sign, .accent)
      canvas.mark(rect, as: ControlSpot(field: field.id, part: Part.sign.rawValue))
    }
    let columns = min(20, rect.maxX - next.x - 1)
    if let fraction = step?.fraction(of: field.text), columns >= 8 {
      let bar = Rect(x: next.x + 1, y: rect.y, width: columns, height: 1)
      Bar(fraction: fraction).draw(in: bar, on: &canvas)
      canvas.mark(bar, as: ControlSpot(field: field.id, part: Part.bar.rawValue))
      next.x = bar.maxX + 1
    }
    // Half a count would be another number.
    if !count.isEmpty, next.x + count.count <= rect.maxX {
      let isOver = text.limit.map { field.text.count > $0 } ?? false
      _ = write(count, isOver ? .warning : .muted)
    }
  }

  /// The editor with the form's text.
  private func editor(_ state: ControlState) -> TextField {
    var editor =
      state.text
      ?? TextField(
        noun: "this field", echo: text.isSecret ? .bullets : .text, trimsPaste: !text.isSecret,
        maximumBytes: TextControl.byteLimit)
    editor.setText(field.text)
    return editor
  }
}

extension TextAid {
  /// An example of the expected text; empty for none.
  var example: String {
    switch self {
    case .calendar: "2026-11-30"
    case .dayAndTime: "2026-11-30 14:30"
    case .timeOfDay: "14:30"
    case .step, .rating, .files, .suggestions: ""
    }
  }

  /// The least and the greatest value, as people write them.
  var limits: (low: String?, high: String?) {
    switch self {
    case .step(_, let low, let high): (low.map(StepNumber.words), high.map(StepNumber.words))
    case .calendar(let low, let high): (low?.description, high?.description)
    case .dayAndTime(let low, let high): (low?.description, high?.description)
    case .timeOfDay(let low, let high): (low?.description, high?.description)
    case .rating(let most): ("1", "\(most)")
    case .files, .suggestions: (nil, nil)
    }
  }
}
