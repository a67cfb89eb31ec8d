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
        case .submit: Button(label: messages.words("Submit"), look: isReady ? .ready : .waiting)
        case .next: Button(label: messages.words(nextLabel))
        case .back: Button(label: messages.words("Back"))
        case .cancel, .field, .action, .add, .section, .answer:
          Button(label: messages.words("Cancel"))
        }
      })
  }

  /// The page with a place for each of its parts: with rows kept free for messages, so that nothing
  /// jumps, unless all of it can be seen without them.
  func laidOut() -> FormPage {
    var page = self
    let (roomy, tight) = PageLayout.pair(of: page)
    page.layout = roomy
    if roomy.height > window.height {
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
    if case .field(let field) = items[place] {
      cursor += cursorRow(of: look(of: field, width: own.width))
    }
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

  /// Returns the rows of a part in a place of a width.
  func size(of item: FormItem, width: Int) -> PartSize {
    switch item {
    case .field(let field):
      let look = look(of: field, width: width)
      let (roomy, tight) = (rows(of: look, isRoomy: true), rows(of: look, isRoomy: false))
      let placement = look.control.placement
      let isShort =
        tight.label.count == 1 && tight.control.count == 1
        && (placement == .below || placement == .beforeLabel(4)) && tight.decoration.isEmpty
      return PartSize(
        roomy: roomy.decoration.upperBound, tight: tight.decoration.upperBound,
        roomyMessage: roomy.message.count, tightMessage: tight.message.count, isShort: isShort)
    case .row, .section, .step: return PartSize(roomy: 1, tight: 1)
    case .actions(let actions, _):
      let rows = row(actions).size(within: width - 2, symbols: symbols).height
      return PartSize(roomy: rows + 1, tight: rows)
    case .add: return PartSize(roomy: 2, tight: 1)
    case .answer(let field):
      let lines = TextWrapping.lines(
        of: answer(field), width: max(1, width - 4), limit: 3, breaksWords: true)
      return PartSize(roomy: max(1, lines.count), tight: max(1, lines.count))
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

  /// A field in a place of a width, with what its rows follow from.
  private struct FieldLook {
    let field: FieldSnapshot
    let control: any ShownControl
    let width: Int
    /// The columns before the label: the marker's, and those of a control that stands there.
    let labelIndent: Int
    let labels: [String]
    /// The hint beside the label, or below it where it does not fit there.
    let hintBeside, hintBelow: String
    let message: MessageRow
    /// The rows of the message, and of the decorations.
    let messageRows, extraRows: Int
    /// The rows of the control, and of the hint below it.
    let controlRows, hintRows: Int
  }

  private func look(of field: FieldSnapshot, width: Int) -> FieldLook {
    let control = shownControl(of: field, messages)
    let placement = control.placement
    let indent = if case .beforeLabel(let columns) = placement { columns + 2 } else { 0 }
    let label = TextWrapping.lines(
      of: messages.label(of: field), width: max(1, width - indent), breaksWords: true)
    let labels = label.isEmpty ? [""] : label
    let hint = hint(of: field, control)
    // Half a hint is none.
    let isBeside =
      labels.count == 1 && !hint.isEmpty
      && Glyph.columns(of: hint) <= width - Glyph.columns(of: labels[0]) - 2
    // A hint that comes and goes with the focus is not worth a row.
    let below = isBeside || field.hint == nil ? "" : hint
    let message = message(below: field)
    let inner = width - columns.indent
    let hasRows = placement == .below || placement == .insteadOfLabel
    return FieldLook(
      field: field, control: control, width: width, labelIndent: indent, labels: labels,
      hintBeside: isBeside ? hint : "", hintBelow: below, message: message,
      messageRows: message.rows(width: inner, symbols: symbols),
      extraRows: decorations.isEmpty
        ? 0
        : parts(below: field).map { $0.rows(width: inner, symbols: symbols) }.reduce(0, +),
      controlRows: hasRows ? control.rows(within: width - 2, symbols: symbols) : 1,
      hintRows: MessageRow(kind: .hint, text: below).rows(width: width - 2, symbols: symbols))
  }

  private func rows(of look: FieldLook, isRoomy: Bool) -> FieldRows {
    let (label, lines, extra) = (look.labels.count, look.messageRows, look.extraRows)
    let kept = isRoomy ? max(1, lines) : lines
    switch look.control.placement {
    case .none:
      return FieldRows(
        label: 0..<label, control: 0..<0, hint: label..<label, message: label..<label + lines,
        decoration: extra)
    case .beforeLabel:
      return FieldRows(
        label: 0..<label, control: 0..<1, hint: label..<label, message: label..<label + kept,
        decoration: extra)
    case .insteadOfLabel:
      let end = look.controlRows
      return FieldRows(
        label: 0..<0, control: 0..<end, hint: end..<end,
        message: end..<end + (isRoomy ? 1 : 0), decoration: extra)
    case .below:
      let end = label + look.controlRows
      let below = look.hintRows
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
  private func cursorRow(of look: FieldLook) -> Int {
    rows(of: look, isRoomy: layout.isRoomy).control.lowerBound
      + look.control.cursorRow(
        within: look.width - 2, controls[look.field.id] ?? ControlState(), symbols: symbols)
  }

  private func row(_ actions: [RowAction]) -> ButtonRow {
    ButtonRow(buttons: actions.map { Button(label: messages.words($0.label)) })
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
    if field.isValidating { return MessageRow(kind: .pending, text: messages.words("checking")) }
    if let warning = field.warnings.first {
      return MessageRow(kind: .warning, text: messages.text(for: warning, of: field))
    }
    return MessageRow(kind: .success, text: field.isChecked ? messages.words("checked") : "")
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
      let title = messages.words(
        "{list}: {number} of {count}",
        [
          "list": .text(messages.label(of: list)), "number": .integer(place.index + 1),
          "count": .integer(place.count),
        ])
      canvas.write(title, in: rect.row(0), style: .muted)
    case .actions(let actions, _):
      let focused = focus.flatMap { focus in item.stops.firstIndex { $0.isSame(as: focus) } }
      row(actions).draw(in: rect, on: &canvas, focus: focused, targets: item.stops)
    case .add(let list):
      var button = Button(
        label: messages.words("Add to {list}", ["list": .text(messages.label(of: list))]))
      // Half a label is worse than a short one.
      if button.columns(symbols: symbols) > rect.width {
        button.label = messages.words("Add")
      }
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
      let count = section.fields.count
      let note =
        isFolded ? "  " + messages.words("{count} folded away", ["count": .integer(count)]) : ""
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
    let look = look(of: field, width: rect.width)
    let rows = rows(of: look, isRoomy: layout.isRoomy)
    let labels = look.labels
    let style: Style = isFocused ? .title : .plain
    func place(_ rows: Range<Int>, indent: Int) -> Rect {
      Rect(
        x: rect.x + indent, y: rect.y + rows.lowerBound, width: rect.width - indent,
        height: rows.count)
    }
    let label = place(rows.label, indent: look.labelIndent)
    for (number, line) in labels.prefix(rows.label.count).enumerated() {
      canvas.write(line, in: label.row(number), style: style)
    }
    look.message.draw(in: place(rows.message, indent: columns.indent), on: &canvas)
    MessageRow(kind: .hint, text: look.hintBelow)
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
      let row = cursorRow(of: look)
      canvas.write(symbols.marker, in: rect.row(row), style: .accent)
    }
    let end = label.x + Glyph.columns(of: labels[0]) + 2
    canvas.write(look.hintBeside, at: Point(end, rect.y), style: .muted)
    let frame = ControlFrame(
      isFocused: isFocused, isLocked: isLocked, target: FormFocus.field(field.id))
    let control = place(rows.control, indent: 2)
    states[field.id, default: ControlState()].place = control
    look.control.draw(
      in: control, on: &canvas, &states[field.id, default: ControlState()], as: frame)
  }

  private func hint(of field: FieldSnapshot, _ control: any ShownControl) -> String {
    switch control.placement {
    case .below: return field.hint ?? (focus == .field(field.id) ? control.focusHint : "")
    case .beforeLabel, .insteadOfLabel: return ""
    case .none:
      guard case .list(let limits) = field.control else { return "" }
      // So many rows are no limit that anybody has to know.
      if limits.upperBound < 1000 { return "\(limits.lowerBound)–\(limits.upperBound)" }
      let least = limits.lowerBound
      return least == 0 ? "" : messages.words("at least {count}", ["count": .integer(least)])
    }
  }
}
