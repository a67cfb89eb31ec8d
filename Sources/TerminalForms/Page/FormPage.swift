import Forms
import TerminalKit

/// A form as one long page: which row each part begins at, and how it is drawn.
struct FormPage: HostedPage {
  let title: String
  /// The line below the title that says which step this is; empty for none.
  let progress: String
  let items: [FormItem]
  let focus: FormFocus?
  let isLocked: Bool
  let isReady: Bool
  /// The message about the form as a whole.
  let message: MessageRow
  /// True after a refused submission.
  let isRefused: Bool
  let messages: ValidationMessages
  /// The field that has just refused something, and why.
  let refusal: (place: FormFocus, note: String)?
  /// The window, without the footer.
  let window: Size
  let symbols: Symbols
  /// The state of the fields' controls.
  let controls: [FieldID: ControlState]
  /// The places of the parts, and of the buttons behind them.
  private(set) var layout = PageLayout()

  private var columns: PageColumns { PageColumns(window: window.width) }

  /// The buttons below the parts.
  let actions: [FormFocus]
  /// The word of the button that finishes a step.
  let nextLabel: String
  /// The parts below fields that say more of them.
  let decorations: [FormDecoration]

  private var buttons: ButtonRow {
    ButtonRow(
      buttons: actions.map { action in
        switch action {
        case .submit: Button(label: "Submit", look: isReady ? .ready : .waiting)
        case .next: Button(label: nextLabel)
        case .back: Button(label: "Back")
        case .cancel, .field, .action, .add, .section, .answer: Button(label: "Cancel")
        }
      })
  }

  /// The page with a place for each of its parts: with rows kept free for messages, so that nothing
  /// jumps, unless all of it can be seen without them.
  func laidOut() -> FormPage {
    var page = self
    page.layout = PageLayout(of: page, isRoomy: true)
    if page.layout.height > window.height {
      let tight = PageLayout(of: page, isRoomy: false)
      let left = window.height - (tight.height - tight.messageRows)
      if left >= 0 { page.layout = left > 0 ? tight.withSpacedButtons : tight }
    }
    return page
  }

  private var buttonRows: Int { buttons.size(within: columns.width, symbols: symbols).height }

  private var summary: FormSummary {
    FormSummary(
      message, isRefused: isRefused, below: layout.end + buttonRows + layout.gap, in: window,
      width: columns.width, least: layout.gap, symbols: symbols)
  }

  var height: Int {
    let summary = summary
    return layout.end + buttonRows + (summary.pinnedRows > 0 ? 0 : layout.gap) + summary.rows
  }

  func body(in window: Rect) -> Rect { summary.body(in: window) }

  func drawAround(in window: Rect, on canvas: inout Canvas) {
    summary.drawPinned(columns, in: window, on: &canvas)
  }

  func target(of focus: FormFocus?) -> PageView.Target {
    let place = focus.flatMap { focus in
      items.firstIndex { $0.stops.contains { $0.isSame(as: focus) } }
    }
    guard let place else {
      let all = layout.end..<height
      return PageView.Target(cursor: all.lowerBound, core: all, extent: all)
    }
    // A row's heading is seen with its first field.
    let first = place > 0 && isHeading(items[place - 1]) ? place - 1 : place
    let own = layout.places[place]
    let core = own.y..<own.maxY
    var cursor = core.lowerBound
    if case .field(let field) = items[place] { cursor += cursorRow(of: field, width: own.width) }
    return PageView.Target(
      cursor: cursor, core: core, extent: layout.places[first].y..<core.upperBound)
  }

  private func isHeading(_ item: FormItem) -> Bool {
    switch item {
    case .row, .section, .step: true
    case .field(let field): if case .list = field.control { true } else { false }
    case .actions, .add, .answer: false
    }
  }

  func indent(of item: FormItem) -> Int {
    switch item {
    case .field(let field): field.row == nil ? 0 : 2
    case .row, .actions: 2
    case .add: columns.indent
    case .section, .step, .answer: 0
    }
  }

  /// Returns the rows of a part in a place of a width, of them those that its message has now, and
  /// whether another part may stand beside it.
  func size(
    of item: FormItem, width: Int, isRoomy: Bool
  ) -> (rows: Int, messageRows: Int, isShort: Bool) {
    switch item {
    case .field(let field):
      let rows = rows(of: field, width: width, isRoomy: isRoomy)
      let placement = control(of: field).placement
      let isShort =
        rows.label.count == 1 && rows.control.count == 1
        && (placement == .below || placement == .beforeLabel(4)) && rows.decoration.isEmpty
      return (rows.decoration.upperBound, rows.message.count, isShort)
    case .row: return (1, 0, false)
    case .actions(let actions, _):
      let rows = row(actions).size(within: width - 2, symbols: symbols).height
      return (rows + (isRoomy ? 1 : 0), 0, false)
    case .add: return (isRoomy ? 2 : 1, 0, false)
    case .section, .step: return (1, 0, false)
    case .answer(let field):
      let lines = TextWrapping.lines(
        of: answer(field), width: max(1, width - 4), limit: 3, breaksWords: true)
      return (max(1, lines.count), 0, false)
    }
  }

  /// The rows of a field, counted from its first one.
  private struct FieldRows {
    var label: Range<Int>
    var control: Range<Int>
    /// The hint of the label, where it does not fit beside it.
    var hint: Range<Int>
    var message: Range<Int>
    var decoration: Range<Int>

    init(
      label: Range<Int>, control: Range<Int>, hint: Range<Int>, message: Range<Int>,
      decoration count: Int
    ) {
      (self.label, self.control, self.hint, self.message) = (label, control, hint, message)
      decoration = message.upperBound..<message.upperBound + count
    }
  }

  private func control(of field: FieldSnapshot) -> any ShownControl {
    shownControl(of: field, messages)
  }

  private func rows(of field: FieldSnapshot, width room: Int, isRoomy: Bool) -> FieldRows {
    let label = labelLines(of: field, width: room).count
    let lines = message(below: field).rows(width: room - columns.indent, symbols: symbols)
    let kept = isRoomy ? max(1, lines) : lines
    let control = control(of: field)
    let extra = parts(below: field).map {
      $0.rows(width: room - columns.indent, symbols: symbols)
    }.reduce(0, +)
    switch control.placement {
    case .none:
      return FieldRows(
        label: 0..<label, control: 0..<0, hint: label..<label, message: label..<label + lines,
        decoration: extra)
    case .beforeLabel:
      return FieldRows(
        label: 0..<label, control: 0..<1, hint: label..<label, message: label..<label + kept,
        decoration: extra)
    case .insteadOfLabel:
      let end = control.rows(within: room - 2, symbols: symbols)
      return FieldRows(
        label: 0..<0, control: 0..<end, hint: end..<end,
        message: end..<end + (isRoomy ? 1 : 0), decoration: extra)
    case .below:
      let end = label + control.rows(within: room - 2, symbols: symbols)
      let below = MessageRow(kind: .hint, text: hintBelow(field, width: room))
        .rows(width: room - 2, symbols: symbols)
      return FieldRows(
        label: 0..<label, control: label..<end, hint: end..<end + below,
        message: end + below..<end + below + kept, decoration: extra)
    }
  }

  /// The decorations of a field, in order.
  private func parts(below field: FieldSnapshot) -> [FormDecoration.Part] {
    decorations.filter { $0.field == field.name }.flatMap { $0.parts(field, messages) }
  }

  /// The row of a field that the cursor is in.
  private func cursorRow(of field: FieldSnapshot, width: Int) -> Int {
    rows(of: field, width: width, isRoomy: layout.isRoomy).control.lowerBound
      + control(of: field).cursorRow(
        within: width - 2, controls[field.id] ?? ControlState(), symbols: symbols)
  }

  /// The columns before a field's label: the marker's, and those of a control that stands there.
  private func labelIndent(of field: FieldSnapshot) -> Int {
    if case .beforeLabel(let columns) = control(of: field).placement { columns + 2 } else { 0 }
  }

  private func labelLines(of field: FieldSnapshot, width: Int) -> [String] {
    let lines = TextWrapping.lines(
      of: messages.label(of: field), width: max(1, width - labelIndent(of: field)),
      breaksWords: true)
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
    func line(_ row: Int, height: Int) -> Rect {
      Rect(x: columns.left, y: row - top, width: columns.width, height: height)
    }
    canvas.write(title, in: line(0, height: 1), style: .title)
    for (item, part) in zip(items, layout.places) {
      let place = Rect(x: part.x, y: part.y - top, width: part.width, height: part.height)
      // Parts that are not on the screen need not be drawn.
      guard place.maxY > 0, place.y < canvas.size.height else { continue }
      draw(item, in: place, on: &canvas, scrolling: &states)
    }
    canvas.write(progress, in: line(1, height: 1), style: .muted)
    let focused = actions.firstIndex { $0 == focus }
    buttons.draw(
      in: line(layout.end, height: buttonRows), on: &canvas, focus: focused, targets: actions)
    if summary.rows > 0 {
      let last = layout.end + buttonRows + layout.gap
      message.draw(in: line(last, height: summary.rows), on: &canvas)
    }
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
        Rect(x: rect.x, y: rect.y, width: columns, height: 1), as: FormFocus.add(list.id),
        isButton: true)
    case .section(let section, let place, let isFolded):
      let isFocused = focus == .section(place)
      if isFocused { canvas.write(symbols.marker, in: rect.row(0), style: .accent) }
      let text = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 2, height: 1)
      let sign = !section.isFoldable ? "" : isFolded ? "[+] " : "[-] "
      let note = isFolded ? "  \(section.fields.count) folded away" : ""
      let used = canvas.write(sign + section.title, in: text, style: isFocused ? .title : .bold)
      canvas.write(note, at: Point(text.x + used, text.y), style: .muted)
      if section.isFoldable { canvas.mark(text, as: FormFocus.section(place)) }
      if isFocused { canvas.cursor = text.origin }
    case .step(let title): canvas.write(title, in: rect.row(0), style: .bold)
    case .answer(let field):
      let isFocused = focus == .answer(field.id)
      if isFocused { canvas.write(symbols.marker, in: rect.row(0), style: .accent) }
      let text = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 2, height: rect.height)
      let lines = TextWrapping.lines(
        of: answer(field), width: max(1, rect.width - 4), limit: rect.height, breaksWords: true)
      let style: Style = field.issues.isEmpty ? (isFocused ? .title : .plain) : .danger
      for (number, line) in lines.enumerated() {
        canvas.write(line, in: text.row(number), style: style)
      }
      canvas.mark(text, as: FormFocus.answer(field.id))
      if isFocused { canvas.cursor = text.origin }
    }
  }

  /// A field with its answer, and what is wrong with it.
  private func answer(_ field: FieldSnapshot) -> String {
    let label = messages.label(of: field)
    let row = field.row.map { "\($0.index + 1). " } ?? ""
    let issue = field.issues.first.map { " \(symbols.cross) \(messages.text(for: $0, of: field))" }
    return "\(row)\(label): \(field.answer(in: messages))\(issue ?? "")"
  }

  private func draw(
    _ field: FieldSnapshot, in rect: Rect, on canvas: inout Canvas,
    scrolling states: inout [FieldID: ControlState]
  ) {
    let isFocused = focus == .field(field.id)
    let rows = rows(of: field, width: rect.width, isRoomy: layout.isRoomy)
    let labels = labelLines(of: field, width: rect.width)
    let style: Style = isFocused ? .title : .plain
    func place(_ rows: Range<Int>, indent: Int) -> Rect {
      Rect(
        x: rect.x + indent, y: rect.y + rows.lowerBound, width: rect.width - indent,
        height: rows.count)
    }
    let label = place(rows.label, indent: labelIndent(of: field))
    for (number, line) in labels.prefix(rows.label.count).enumerated() {
      canvas.write(line, in: label.row(number), style: style)
    }
    message(below: field).draw(in: place(rows.message, indent: columns.indent), on: &canvas)
    MessageRow(kind: .hint, text: hintBelow(field, width: rect.width))
      .draw(in: place(rows.hint, indent: 2), on: &canvas)
    var decorated = place(rows.decoration, indent: columns.indent)
    for part in parts(below: field) {
      let count = part.rows(width: decorated.width, symbols: symbols)
      part.draw(
        in: Rect(x: decorated.x, y: decorated.y, width: decorated.width, height: count),
        on: &canvas)
      decorated.y += count
    }
    if isFocused {
      let row = cursorRow(of: field, width: rect.width)
      canvas.write(symbols.marker, in: rect.row(row), style: .accent)
    }
    let end = label.x + Glyph.columns(of: labels[0]) + 2
    canvas.write(hintBeside(field, width: rect.width), at: Point(end, rect.y), style: .muted)
    let frame = ControlFrame(
      isFocused: isFocused, isLocked: isLocked, target: FormFocus.field(field.id))
    let control = place(rows.control, indent: 2)
    states[field.id, default: ControlState()].place = control
    self.control(of: field).draw(
      in: control, on: &canvas, &states[field.id, default: ControlState()], as: frame)
  }

  private func hint(of field: FieldSnapshot) -> String {
    let control = control(of: field)
    switch control.placement {
    case .below: return field.hint ?? (focus == .field(field.id) ? control.focusHint : "")
    case .beforeLabel, .insteadOfLabel: return ""
    case .none:
      guard case .list(let limits) = field.control, limits.upperBound < .max else { return "" }
      return "\(limits.lowerBound)–\(limits.upperBound)"
    }
  }

  /// A hint that fits beside its label; half a hint is none.
  private func hintBeside(_ field: FieldSnapshot, width: Int) -> String {
    let label = labelLines(of: field, width: width)
    let room = width - Glyph.columns(of: label[0]) - 2
    let hint = hint(of: field)
    return label.count == 1 && Glyph.columns(of: hint) <= room ? hint : ""
  }

  /// The hint where it does not fit beside its label, but for one that comes and goes with the
  /// focus.
  private func hintBelow(_ field: FieldSnapshot, width: Int) -> String {
    guard field.hint != nil else { return "" }
    return hintBeside(field, width: width).isEmpty ? hint(of: field) : ""
  }
}
