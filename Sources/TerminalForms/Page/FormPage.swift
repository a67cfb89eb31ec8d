import Forms
import TerminalKit

/// A form as one long page: which row each part begins at, and how it is drawn.
struct FormPage: HostedPage {
  let title: String
  let items: [FormItem]
  let focus: FormFocus?
  let isLocked: Bool
  let isReady: Bool
  let summary: MessageRow
  let messages: ValidationMessages
  /// The field that has just refused something, and why.
  let refusal: (place: FormFocus, note: String)?
  let columns: PageColumns
  let symbols: Symbols
  /// The state of the fields' controls.
  let controls: [FieldID: ControlState]
  /// The first row of each item, and of the buttons behind them.
  private(set) var rows: [Int] = []

  private var width: Int { columns.width }

  private var buttons: ButtonRow {
    ButtonRow(buttons: [
      Button(label: "Submit", look: isReady ? .ready : .waiting), Button(label: "Cancel"),
    ])
  }

  /// The page with a place for each of its parts.
  func laidOut() -> FormPage {
    var page = self
    var row = 2
    page.rows = items.map { item in
      defer { row += height(of: item) }
      return row
    }
    page.rows.append(row)
    return page
  }

  private var buttonRows: Int { buttons.size(within: width, symbols: symbols).height }

  private var summaryRows: Int { max(1, summary.rows(width: width, symbols: symbols)) }

  var height: Int { rows[items.count] + buttonRows + 1 + summaryRows }

  func target(of focus: FormFocus?) -> PageView.Target {
    let place = focus.flatMap { focus in
      items.firstIndex { $0.stops.contains { $0.isSame(as: focus) } }
    }
    guard let place else {
      let all = rows[items.count]..<height
      return PageView.Target(cursor: all.lowerBound, core: all, extent: all)
    }
    // A row's heading is seen with its first field.
    let first = place > 0 && isHeading(items[place - 1]) ? place - 1 : place
    let core = rows[place]..<rows[place + 1]
    var cursor = core.lowerBound
    if case .field(let field) = items[place] { cursor += cursorRow(of: field) }
    return PageView.Target(cursor: cursor, core: core, extent: rows[first]..<core.upperBound)
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
    case .add: columns.indent
    }
  }

  private func height(of item: FormItem) -> Int {
    let room = width - indent(of: item) - 2
    switch item {
    case .field(let field): return rows(of: field).message.upperBound
    case .row: return 1
    case .actions(let actions, _):
      return row(actions).size(within: room, symbols: symbols).height + 1
    case .add: return 2
    }
  }

  /// The rows of a field, counted from its first one.
  private struct FieldRows {
    var label: Range<Int>
    var control: Range<Int>
    /// The hint of the label, where it does not fit beside it.
    var hint: Range<Int>
    var message: Range<Int>
  }

  private func control(of field: FieldSnapshot) -> any ShownControl {
    shownControl(of: field, messages)
  }

  private func rows(of field: FieldSnapshot) -> FieldRows {
    let room = width - indent(of: .field(field))
    let label = labelLines(of: field).count
    let lines = message(below: field).rows(width: room - columns.indent, symbols: symbols)
    let control = control(of: field)
    switch control.placement {
    case .none:
      return FieldRows(
        label: 0..<label, control: 0..<0, hint: label..<label, message: label..<label + lines)
    case .beforeLabel:
      return FieldRows(
        label: 0..<label, control: 0..<1, hint: label..<label,
        message: label..<label + max(1, lines))
    case .below:
      let end = label + control.rows(within: room - 2, symbols: symbols)
      let below = MessageRow(kind: .hint, text: hintBelow(field))
        .rows(width: room - 2, symbols: symbols)
      return FieldRows(
        label: 0..<label, control: label..<end, hint: end..<end + below,
        message: end + below..<end + below + max(1, lines))
    }
  }

  /// The row of a field that the cursor is in.
  private func cursorRow(of field: FieldSnapshot) -> Int {
    let room = width - indent(of: .field(field)) - 2
    return rows(of: field).control.lowerBound
      + control(of: field).cursorRow(
        within: room, controls[field.id] ?? ControlState(), symbols: symbols)
  }

  /// The columns before a field's label: the marker's, and those of a control that stands there.
  private func labelIndent(of field: FieldSnapshot) -> Int {
    if case .beforeLabel(let columns) = control(of: field).placement { columns + 2 } else { 0 }
  }

  private func labelLines(of field: FieldSnapshot) -> [String] {
    let room = width - indent(of: .field(field)) - labelIndent(of: field)
    let lines = TextWrapping.lines(
      of: messages.label(of: field), width: max(1, room), breaksWords: true)
    return lines.isEmpty ? [""] : lines
  }

  private func row(_ actions: [RowAction]) -> ButtonRow {
    ButtonRow(buttons: actions.map { Button(label: $0.label) })
  }

  /// The message below a field: what it has just refused, else what is wrong with it, else what is
  /// under way, else what it warns of.
  private func message(below field: FieldSnapshot) -> MessageRow {
    if let refusal, refusal.place == .field(field.id) {
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

  /// Draws the page with one of its rows at the top of the window; controls scroll so that the
  /// cursor is seen.
  func draw(
    from top: Int, on canvas: inout Canvas, scrolling states: inout [FieldID: ControlState]
  ) {
    let origin = Point(columns.left, -top)
    canvas.write(title, in: line(origin, 0, height: 1), style: .title)
    for (item, row) in zip(items, rows) {
      let indent = indent(of: item)
      let place = line(origin, row, indent: indent, height: height(of: item))
      // What is not on the screen need not be drawn.
      guard place.maxY > 0, place.y < canvas.size.height else { continue }
      draw(item, in: place, on: &canvas, scrolling: &states)
    }
    let focused = [.submit, .cancel].firstIndex { $0 == focus }
    buttons.draw(
      in: line(origin, rows[items.count], height: buttonRows), on: &canvas, focus: focused,
      targets: [FormFocus.submit, FormFocus.cancel])
    let last = rows[items.count] + buttonRows + 1
    summary.draw(
      in: line(origin, last, height: summaryRows), on: &canvas)
  }

  private func line(_ origin: Point, _ row: Int, indent: Int = 0, height: Int) -> Rect {
    Rect(x: origin.x + indent, y: origin.y + row, width: width - indent, height: height)
  }

  private func draw(
    _ item: FormItem, in rect: Rect, on canvas: inout Canvas,
    scrolling states: inout [FieldID: ControlState]
  ) {
    switch item {
    case .field(let field): draw(field, in: rect, on: &canvas, scrolling: &states)
    case .row(let list, let place):
      let title = "\(messages.label(of: list)): \(place.index + 1) of \(place.count)"
      canvas.write(title, in: rect.row(0), style: .muted)
    case .actions(let actions, _):
      let focused = focus.flatMap { focus in item.stops.firstIndex { $0.isSame(as: focus) } }
      row(actions).draw(in: rect, on: &canvas, focus: focused, targets: item.stops)
    case .add(let list):
      var button = Button(label: "Add to \(messages.label(of: list))")
      // Half a label is worse than a short one.
      if button.columns(symbols: symbols) > rect.width { button.label = "Add" }
      button.draw(in: rect.row(0), on: &canvas, isFocused: focus == .add(list.id))
      let columns = min(rect.width, button.columns(symbols: symbols))
      canvas.mark(
        Rect(x: rect.x, y: rect.y, width: columns, height: 1), as: FormFocus.add(list.id))
    }
  }

  private func draw(
    _ field: FieldSnapshot, in rect: Rect, on canvas: inout Canvas,
    scrolling states: inout [FieldID: ControlState]
  ) {
    let isFocused = focus == .field(field.id)
    let rows = rows(of: field)
    let style: Style = isFocused ? .title : .plain
    func place(_ rows: Range<Int>, indent: Int) -> Rect {
      Rect(
        x: rect.x + indent, y: rect.y + rows.lowerBound, width: rect.width - indent,
        height: rows.count)
    }
    let label = place(rows.label, indent: labelIndent(of: field))
    for (number, line) in labelLines(of: field).enumerated() {
      canvas.write(line, in: label.row(number), style: style)
    }
    message(below: field).draw(in: place(rows.message, indent: columns.indent), on: &canvas)
    MessageRow(kind: .hint, text: hintBelow(field))
      .draw(in: place(rows.hint, indent: 2), on: &canvas)
    if isFocused {
      canvas.write(symbols.marker, in: rect.row(rows.control.lowerBound), style: .accent)
    }
    let end = label.x + Glyph.columns(of: labelLines(of: field)[0]) + 2
    canvas.write(hintBeside(field), at: Point(end, rect.y), style: .muted)
    let frame = ControlFrame(
      isFocused: isFocused, isLocked: isLocked, target: FormFocus.field(field.id))
    control(of: field).draw(
      in: place(rows.control, indent: 2), on: &canvas,
      &states[field.id, default: ControlState()], as: frame)
  }

  private func hint(of field: FieldSnapshot) -> String {
    let control = control(of: field)
    switch control.placement {
    case .below: return field.hint ?? (focus == .field(field.id) ? control.focusHint : "")
    case .beforeLabel: return ""
    case .none:
      guard case .list(let limits) = field.control, limits.upperBound < .max else { return "" }
      return "\(limits.lowerBound)–\(limits.upperBound)"
    }
  }

  /// A hint that fits beside its label; half a hint is none.
  private func hintBeside(_ field: FieldSnapshot) -> String {
    let label = labelLines(of: field)
    let room = width - indent(of: .field(field)) - Glyph.columns(of: label[0]) - 2
    let hint = hint(of: field)
    return label.count == 1 && Glyph.columns(of: hint) <= room ? hint : ""
  }

  /// The hint where it does not fit beside its label, but for one that comes and goes with the
  /// focus.
  private func hintBelow(_ field: FieldSnapshot) -> String {
    guard field.hint != nil else { return "" }
    return hintBeside(field).isEmpty ? hint(of: field) : ""
  }
}
