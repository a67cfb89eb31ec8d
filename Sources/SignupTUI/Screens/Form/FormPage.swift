import TerminalKit
import ViewModels

/// A form as one long page: which row each part begins at, and how it is drawn.
struct FormPage {
  let title: String
  let items: [FormItem]
  let focus: FormFocus?
  let isLocked: Bool
  let isReady: Bool
  let summary: MessageRow
  let messages: ValidationMessages
  /// What a field has just refused, and why.
  let refusal: (field: FieldID, note: String)?
  let width: Int
  let symbols: Symbols

  private var buttons: ButtonRow {
    ButtonRow(buttons: [
      Button(label: "Submit", look: isReady ? .ready : .waiting), Button(label: "Cancel"),
    ])
  }

  /// The first row of each item, and of the buttons behind them.
  func rows() -> [Int] {
    var row = 2
    var rows = items.map { item in
      defer { row += height(of: item) }
      return row
    }
    rows.append(row)
    return rows
  }

  private var buttonRows: Int { buttons.size(within: width, symbols: symbols).height }

  /// The number of rows of the whole page.
  func height(_ rows: [Int]) -> Int {
    rows[items.count] + buttonRows + 1 + max(1, summary.rows(width: width, symbols: symbols))
  }

  /// The rows that belong to what has the focus.
  func extent(of focus: FormFocus, _ rows: [Int]) -> Range<Int> {
    let place = items.firstIndex { $0.stops.contains { $0.isSame(as: focus) } }
    guard let place else { return rows[items.count]..<height(rows) }
    // A row's heading is seen with its first field.
    let first = place > 0 && isHeading(items[place - 1]) ? place - 1 : place
    return rows[first]..<rows[place + 1]
  }

  private func isHeading(_ item: FormItem) -> Bool {
    switch item {
    case .row: true
    case .field(let field): if case .list = field.control { true } else { false }
    case .actions, .add: false
    }
  }

  private func indent(of item: FormItem) -> Int {
    switch item {
    case .field(let field): field.row == nil ? 0 : 2
    case .row, .actions: 2
    case .add: 2
    }
  }

  private func height(of item: FormItem) -> Int {
    let room = width - indent(of: item) - 2
    switch item {
    case .field(let field):
      let lines = message(below: field).rows(width: room, symbols: symbols)
      switch field.control {
      case .list: return 1 + lines
      case .toggle: return 1 + max(1, lines)
      case .text, .choice: return 2 + max(1, lines)
      }
    case .row: return 1
    case .actions(let actions, _):
      return row(actions).size(within: room, symbols: symbols).height + 1
    case .add: return 2
    }
  }

  private func row(_ actions: [RowAction]) -> ButtonRow {
    ButtonRow(buttons: actions.map { Button(label: $0.label) })
  }

  /// The message below a field: what it has just refused, else what is wrong with it, else what is
  /// under way, else what it warns of.
  private func message(below field: FieldSnapshot) -> MessageRow {
    if let refusal, refusal.field == field.id {
      return MessageRow(kind: .warning, text: refusal.note)
    }
    if let issue = field.shownIssue {
      return MessageRow(kind: .failure, text: messages.text(for: issue, of: field))
    }
    if field.isValidating { return MessageRow(kind: .pending, text: "checking") }
    if let warning = field.warnings.first {
      return MessageRow(kind: .warning, text: messages.text(for: warning, of: field))
    }
    return MessageRow(kind: .success, text: field.isChecked ? "checked" : "")
  }

  // MARK: Drawing

  /// Draws the page with its first row at a point, and scrolls the texts so that the cursor is
  /// seen.
  func draw(
    at origin: Point, _ rows: [Int], on canvas: inout Canvas,
    scrolling texts: inout [FieldID: TextField]
  ) {
    canvas.write(title, in: line(origin, 0, height: 1), style: .title)
    for (item, row) in zip(items, rows) {
      let indent = indent(of: item)
      let place = line(origin, row, indent: indent, height: height(of: item))
      // What is not on the screen need not be drawn.
      guard place.maxY > 0, place.y < canvas.size.height else { continue }
      draw(item, in: place, on: &canvas, scrolling: &texts)
    }
    let focused = [.submit, .cancel].firstIndex { $0 == focus }
    buttons.draw(
      in: line(origin, rows[items.count], height: buttonRows), on: &canvas, focus: focused)
    let last = rows[items.count] + buttonRows + 1
    summary.draw(
      in: line(origin, last, height: max(1, summary.rows(width: width, symbols: symbols))),
      on: &canvas)
  }

  private func line(_ origin: Point, _ row: Int, indent: Int = 0, height: Int) -> Rect {
    Rect(x: origin.x + indent, y: origin.y + row, width: width - indent, height: height)
  }

  private func draw(
    _ item: FormItem, in rect: Rect, on canvas: inout Canvas,
    scrolling texts: inout [FieldID: TextField]
  ) {
    switch item {
    case .field(let field): draw(field, in: rect, on: &canvas, scrolling: &texts)
    case .row(let list, let place):
      let title = "\(messages.label(of: list)): \(place.index + 1) of \(place.count)"
      canvas.write(title, in: rect.row(0), style: .muted)
    case .actions(let actions, _):
      let focused = focus.flatMap { focus in item.stops.firstIndex { $0.isSame(as: focus) } }
      row(actions).draw(in: rect, on: &canvas, focus: focused)
    case .add(let list):
      Button(label: "Add to \(messages.label(of: list))")
        .draw(in: rect.row(0), on: &canvas, isFocused: focus == .add(list.id))
    }
  }

  private func draw(
    _ field: FieldSnapshot, in rect: Rect, on canvas: inout Canvas,
    scrolling texts: inout [FieldID: TextField]
  ) {
    let isFocused = focus == .field(field.id)
    let label = messages.label(of: field)
    let style: Style = isFocused ? .title : .plain
    var message = Rect(
      x: rect.x + 2, y: rect.y + 2, width: rect.width - 2, height: max(0, rect.height - 2))
    switch field.control {
    case .text, .choice:
      drawLabel(label, hint(beside: field), in: rect.row(0), on: &canvas, style: style)
      if isFocused { canvas.write(symbols.marker, in: rect.row(1), style: .accent) }
      let place = Rect(x: rect.x + 2, y: rect.y + 1, width: min(rect.width - 2, 48), height: 1)
      if case .choice(let options, _) = field.control {
        drawChoice(options, of: field, in: place, on: &canvas, isFocused: isFocused)
      } else {
        let style: Style = isLocked ? .muted : .plain
        texts[field.id, default: FormScreenText.field(for: field)].draw(
          in: place, on: &canvas, isFocused: isFocused && !isLocked,
          style: style.adding(.underline))
      }
    case .toggle:
      if isFocused { canvas.write(symbols.marker, in: rect.row(0), style: .accent) }
      let mark = field.input == .flag(true) ? "[x] " : "[ ] "
      let place = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 2, height: 1)
      canvas.write(mark + label, in: place, style: style)
      if isFocused, !isLocked { canvas.cursor = Point(place.x + 1, place.y) }
      (message.y, message.height) = (rect.y + 1, rect.height - 1)
    case .list(let limits):
      drawLabel(
        label, limits.upperBound == .max ? "" : "\(limits.lowerBound)–\(limits.upperBound)",
        in: rect.row(0), on: &canvas, style: .plain)
      (message.y, message.height) = (rect.y + 1, rect.height - 1)
    }
    self.message(below: field).draw(in: message, on: &canvas)
  }

  private func hint(beside field: FieldSnapshot) -> String {
    if case .choice = field.control, focus == .field(field.id), field.hint == nil {
      return "←→ or Space chooses"
    }
    return field.hint ?? ""
  }

  private func drawLabel(
    _ label: String, _ hint: String, in rect: Rect, on canvas: inout Canvas, style: Style
  ) {
    let used = canvas.write(label, in: rect, style: style)
    let beside = Rect(
      x: rect.x + used + 2, y: rect.y, width: rect.width - used - 2, height: rect.height)
    // Half a hint is none.
    if Glyph.columns(of: hint) <= beside.width { canvas.write(hint, in: beside, style: .muted) }
  }

  private func drawChoice(
    _ options: [FieldOption], of field: FieldSnapshot, in rect: Rect, on canvas: inout Canvas,
    isFocused: Bool
  ) {
    var chosen = "none"
    if case .choice(let index?) = field.input, options.indices.contains(index) {
      chosen = messages.label(of: options[index], in: field)
    }
    let isNone = field.input == .choice(nil)
    canvas.write("\(symbols.cutLeft) ", in: rect, style: .muted)
    let middle = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 4, height: 1)
    let used = canvas.write(chosen, in: middle, style: isNone ? .muted : .plain)
    let end = Rect(x: middle.x + used, y: rect.y, width: 2, height: 1)
    canvas.write(" \(symbols.cutRight)", in: end, style: .muted)
    if isFocused, !isLocked { canvas.cursor = middle.origin }
  }
}

/// The editors of a form's texts.
enum FormScreenText {
  static func field(for field: FieldSnapshot) -> TextField {
    let isSecret = field.control == .text(isSecret: true)
    var text = TextField(
      noun: "this field", echo: isSecret ? .bullets : .text, trimsPaste: !isSecret)
    text.setText(field.text)
    return text
  }
}
