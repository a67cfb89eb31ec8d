import Forms
import TerminalKit

/// A form as one long page: the first row of each part, and its drawing.
struct FormPage: HostedPage {
  let title: String
  /// The line below the title with the number of the step; empty for none.
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
  let refusal: (focus: FormFocus, note: String)?
  /// The window, without the footer.
  let window: Size
  let symbols: Symbols
  /// The state of the fields' controls.
  let controls: [FieldID: ControlState]
  /// The rectangles of the parts, and the row of the buttons.
  private(set) var layout = PageLayout()
  /// The parts as they were measured.
  private(set) var parts: [PagePart] = []
  /// The buttons below the parts, and their rows.
  private(set) var buttons = ButtonRow(buttons: [])
  private(set) var buttonRows = 0

  var columns: PageColumns { PageColumns(window: window.width) }

  /// The actions of the buttons below the parts.
  let actions: [FormFocus]
  /// The label of the button that finishes a step.
  let nextLabel: String
  /// The decorations below fields.
  let decorations: [FormDecoration]

  private func button(_ action: FormFocus) -> Button {
    switch action {
    case .submit: Button(label: messages.words("Submit"), look: isReady ? .ready : .waiting)
    case .next: Button(label: messages.words(nextLabel))
    case .back: Button(label: messages.words("Back"))
    case .cancel, .field, .action, .add, .section, .answer: Button(label: messages.words("Cancel"))
    }
  }

  /// The page with a rectangle for each of its parts: with rows kept free for messages, so that
  /// nothing moves, unless the whole page fits only without them.
  func laidOut() -> FormPage {
    var page = self
    page.buttons = ButtonRow(buttons: actions.map(button))
    page.buttonRows = page.buttons.size(within: columns.width, symbols: symbols).height
    let (roomy, tight, parts) = PageLayout.pair(of: page)
    (page.layout, page.parts) = (roomy, parts)
    if roomy.height > window.height {
      let left = window.height - (tight.height - tight.messageRows)
      if left >= 0 { page.layout = left > 0 ? tight.withSpacedButtons : tight }
    }
    return page
  }

  var summary: FormSummary {
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
    let index = focus.flatMap { focus in
      items.firstIndex { $0.stops.contains { $0.isSame(as: focus) } }
    }
    guard let index else {
      let all = layout.end..<height
      return PageView.Target(cursor: all.lowerBound, core: all, extent: all)
    }
    // A row's heading is seen with its first field.
    let first = index > 0 && isHeading(items[index - 1]) ? index - 1 : index
    let own = layout.rects[index]
    let core = own.y..<own.maxY
    return PageView.Target(
      cursor: own.y + cursorRow(of: parts[index]), core: core,
      extent: layout.rects[first].y..<core.upperBound)
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

  /// Measures a part in a number of columns.
  func part(_ item: FormItem, width: Int) -> PagePart {
    func plain(_ tight: Int, roomy: Int? = nil) -> PagePart {
      PagePart(roomy: FieldRows(label: roomy ?? tight), tight: FieldRows(label: tight))
    }
    switch item {
    case .field(let field):
      let look = look(of: field, width: width)
      return PagePart(
        look: look, roomy: rows(of: look, isRoomy: true), tight: rows(of: look, isRoomy: false))
    case .row, .section, .step: return plain(1)
    case .actions(let actions, _):
      let rows = row(actions).size(within: width - 2, symbols: symbols).height
      return plain(rows, roomy: rows + 1)
    case .add: return plain(1, roomy: 2)
    case .answer(let field):
      let lines = TextWrapping.lines(
        of: answer(field), width: max(1, width - 4), limit: 3, breaksWords: true)
      return plain(max(1, lines.count))
    }
  }

  /// The rows of a field, counted from its first one; of another part, those of its label.
  struct FieldRows {
    var label, control, hint, message, decoration: Range<Int>

    /// Places the rows of each part below those of the part before.
    init(label: Int, control: Int = 0, hint: Int = 0, message: Int = 0, decoration: Int = 0) {
      func below(_ rows: Range<Int>, _ count: Int) -> Range<Int> {
        rows.upperBound..<rows.upperBound + count
      }
      self.label = 0..<label
      self.control = below(self.label, control)
      self.hint = below(self.control, hint)
      self.message = below(self.hint, message)
      self.decoration = below(self.message, decoration)
    }
  }

  /// A field in a number of columns, with everything that determines its rows.
  struct FieldLook {
    let field: FieldSnapshot
    let control: any ShownControl
    let width: Int
    /// The columns before the label: the marker's, and those of a control placed there.
    let labelIndent: Int
    let labels: [String]
    /// The hint next to the label, or below it if it does not fit there.
    let hintBeside, hintBelow: String
    let message: MessageRow
    /// The rows of the message, and of the decorations.
    let messageRows, extraRows: Int
    /// The rows of the control, and of the hint below it.
    let controlRows, hintRows: Int
  }

  func look(of field: FieldSnapshot, width: Int) -> FieldLook {
    let control = shownControl(of: field, messages)
    let placement = control.placement
    let indent = if case .beforeLabel(let columns) = placement { columns + 2 } else { 0 }
    let label = TextWrapping.lines(
      of: messages.label(of: field), width: max(1, width - indent), breaksWords: true)
    let labels = label.isEmpty ? [""] : label
    let hint = hint(of: field, control)
    // Half a hint is useless.
    let isBeside =
      labels.count == 1 && !hint.isEmpty
      && Glyph.columns(of: hint) <= width - Glyph.columns(of: labels[0]) - 2
    // A hint that appears with the focus is not worth a row.
    let below = isBeside || (field.hint == nil && !field.isRequired) ? "" : hint
    let message = message(below: field)
    let inner = width - columns.indent
    let hasRows = placement == .below || placement == .insteadOfLabel
    return FieldLook(
      field: field, control: control, width: width, labelIndent: indent, labels: labels,
      hintBeside: isBeside ? hint : "", hintBelow: below, message: message,
      messageRows: message.rows(width: inner, symbols: symbols),
      extraRows: decorations.isEmpty
        ? 0 : parts(below: field).map { $0.rows(width: inner, symbols: symbols) }.reduce(0, +),
      controlRows: hasRows ? control.rows(within: width - 2, symbols: symbols) : 1,
      hintRows: MessageRow(kind: .hint, text: below).rows(width: width - 2, symbols: symbols))
  }

  func rows(of look: FieldLook, isRoomy: Bool) -> FieldRows {
    let (label, lines, extra) = (look.labels.count, look.messageRows, look.extraRows)
    let kept = isRoomy ? max(1, lines) : lines
    switch look.control.placement {
    case .none:
      return FieldRows(label: label, hint: look.hintRows, message: lines, decoration: extra)
    case .beforeLabel:
      var rows = FieldRows(label: label, message: kept, decoration: extra)
      rows.control = 0..<1
      return rows
    case .insteadOfLabel:
      return FieldRows(
        label: 0, control: look.controlRows, message: isRoomy ? 1 : 0, decoration: extra)
    case .below:
      return FieldRows(
        label: label, control: look.controlRows, hint: look.hintRows, message: kept,
        decoration: extra)
    }
  }

  /// The decorations of a field, in order.
  func parts(below field: FieldSnapshot) -> [FormDecoration.Part] {
    decorations.filter { $0.field == field.name }.flatMap { $0.parts(field, messages) }
  }

  /// The row of a field with the cursor.
  func cursorRow(of part: PagePart) -> Int {
    guard let look = part.look else { return 0 }
    return part.rows(isRoomy: layout.isRoomy).control.lowerBound
      + look.control.cursorRow(
        within: look.width - 2, controls[look.field.id] ?? ControlState(), symbols: symbols)
  }

  func row(_ actions: [RowAction]) -> ButtonRow {
    ButtonRow(buttons: actions.map { Button(label: messages.words($0.label)) })
  }

  /// The message below a field: a refusal, otherwise an error, otherwise work under way, otherwise
  /// a warning.
  private func message(below field: FieldSnapshot) -> MessageRow {
    if let refusal, refusal.focus == .field(field.id) {
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

  private func hint(of field: FieldSnapshot, _ control: any ShownControl) -> String {
    switch control.placement {
    case .below:
      let hint = field.hint ?? (focus == .field(field.id) ? control.focusHint : "")
      guard field.isRequired else { return hint }
      return messages.words("required") + (hint.isEmpty ? "" : ", \(hint)")
    case .beforeLabel: return field.isRequired ? messages.words("required") : ""
    case .insteadOfLabel: return ""
    case .none:
      guard case .list(let limits) = field.control else { return "" }
      let parts = [field.isRequired ? messages.words("required") : "", words(of: limits)]
      return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  /// The numbers of rows that a list can have; empty for any.
  private func words(of limits: ClosedRange<Int>) -> String {
    // So many rows are not a limit worth showing.
    if limits.upperBound < 1000 { return "\(limits.lowerBound)–\(limits.upperBound)" }
    let least = limits.lowerBound
    return least == 0 ? "" : messages.words("at least {count}", ["count": .integer(least)])
  }
}
