import Forms
import TerminalKit

// The drawing of a form's page, part by part.
extension FormPage {
  /// Draws the page with one of its rows at the top of the window; controls scroll so that the
  /// cursor is visible.
  func draw(from top: Int, on canvas: inout Canvas, scrolling states: inout [FieldID: ControlState])
  {
    func line(_ row: Int, height: Int) -> Rect {
      Rect(x: columns.left, y: row - top, width: columns.width, height: height)
    }
    canvas.write(title, in: line(0, height: 1), style: .title)
    for (index, place) in layout.rects.enumerated() {
      let rect = Rect(x: place.x, y: place.y - top, width: place.width, height: place.height)
      // Parts that are not on the screen need not be drawn.
      guard rect.maxY > 0, rect.y < canvas.size.height else { continue }
      if let look = parts[index].look {
        draw(look, of: parts[index], in: rect, on: &canvas, scrolling: &states)
      } else {
        draw(items[index], in: rect, on: &canvas)
      }
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

  private func draw(_ item: FormItem, in rect: Rect, on canvas: inout Canvas) {
    switch item {
    case .field: break
    case .row(let list, let position):
      let title = messages.words(
        "{list}: {number} of {count}",
        [
          "list": .text(messages.label(of: list)), "number": .integer(position.index + 1),
          "count": .integer(position.count),
        ])
      canvas.write(title, in: rect.row(0), style: .muted)
    case .actions(let actions, _):
      let focused = focus.flatMap { focus in item.stops.firstIndex { $0.isSame(as: focus) } }
      row(actions).draw(in: rect, on: &canvas, focus: focused, targets: item.stops)
    case .add(let list):
      var button = Button(
        label: messages.words("Add to {list}", ["list": .text(messages.label(of: list))]))
      // Half a label is worse than a short one.
      if button.columns(symbols: symbols) > rect.width { button.label = messages.words("Add") }
      button.draw(in: rect.row(0), on: &canvas, isFocused: focus == .add(list.id))
      let columns = min(rect.width, button.columns(symbols: symbols))
      canvas.mark(
        Rect(x: rect.x, y: rect.y, width: columns, height: 1), as: FormFocus.add(list.id),
        isButton: true)
    case .section(let section, let id, let isFolded):
      let isFocused = focus == .section(id)
      if isFocused { canvas.write(symbols.marker, in: rect.row(0), style: .accent) }
      let text = Rect(x: rect.x + 2, y: rect.y, width: rect.width - 2, height: 1)
      let sign = !section.isFoldable ? "" : isFolded ? "[+] " : "[-] "
      let count = section.fields.count
      let note =
        isFolded ? "  " + messages.words("{count} folded", ["count": .integer(count)]) : ""
      let used = canvas.write(sign + section.title, in: text, style: isFocused ? .title : .bold)
      canvas.write(note, at: Point(text.x + used, text.y), style: .muted)
      if section.isFoldable { canvas.mark(text, as: FormFocus.section(id)) }
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

  /// A field's answer, and its errors.
  func answer(_ field: FieldSnapshot) -> String {
    let label = messages.label(of: field)
    let row = field.row.map { "\($0.index + 1). " } ?? ""
    let issue = field.issues.first.map { " \(symbols.cross) \(messages.text(for: $0, of: field))" }
    return "\(row)\(label): \(field.answer(in: messages))\(issue ?? "")"
  }

  private func draw(
    _ look: FieldLook, of part: PagePart, in rect: Rect, on canvas: inout Canvas,
    scrolling states: inout [FieldID: ControlState]
  ) {
    let (field, labels) = (look.field, look.labels)
    let isFocused = focus == .field(field.id)
    let rows = part.rows(isRoomy: layout.isRoomy)
    let style: Style = isFocused ? .title : .plain
    func area(_ rows: Range<Int>, indent: Int) -> Rect {
      Rect(
        x: rect.x + indent, y: rect.y + rows.lowerBound, width: rect.width - indent,
        height: rows.count)
    }
    let label = area(rows.label, indent: look.labelIndent)
    for (number, line) in labels.prefix(rows.label.count).enumerated() {
      canvas.write(line, in: label.row(number), style: style)
    }
    look.message.draw(in: area(rows.message, indent: columns.indent), on: &canvas)
    MessageRow(kind: .hint, text: look.hintBelow).draw(in: area(rows.hint, indent: 2), on: &canvas)
    var decorated = area(rows.decoration, indent: columns.indent)
    for part in parts(below: field) {
      let count = part.rows(width: decorated.width, symbols: symbols)
      part.draw(
        in: Rect(x: decorated.x, y: decorated.y, width: decorated.width, height: count),
        on: &canvas)
      decorated.y += count
    }
    if isFocused {
      let row = cursorRow(of: part)
      canvas.write(symbols.marker, in: rect.row(row), style: .accent)
    }
    let end = label.x + Glyph.columns(of: labels[0]) + 2
    canvas.write(look.hintBeside, at: Point(end, rect.y), style: .muted)
    if field.control.takesFocus {
      // The label, and the columns of the mark before the control.
      canvas.mark(area(rows.label, indent: 0), as: LabelSpot(field: field.id))
      canvas.mark(area(rows.control, indent: 0), as: LabelSpot(field: field.id))
    }
    let frame = ControlFrame(
      isFocused: isFocused, isLocked: isLocked, target: FormFocus.field(field.id))
    let control = area(rows.control, indent: 2)
    states[field.id, default: ControlState()].rect = control
    look.control.draw(
      in: control, on: &canvas, &states[field.id, default: ControlState()], as: frame)
  }
}

/// The label of a field; clicking it gives the field the focus.
struct LabelSpot: Hashable { var field: FieldID }
