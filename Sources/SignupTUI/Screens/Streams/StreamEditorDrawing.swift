import CommandLineKit
import TerminalKit
import ViewModels

extension StreamEditor {
  /// Draws the form, and below it what the document does with the first values.
  @MainActor mutating func draw(
    _ model: StreamLabViewModel, message: MessageRow?, isCovered: Bool, in rect: Rect,
    on canvas: inout Canvas
  ) {
    let preview = preview(model)
    var rect = rect
    drawTitle(model, in: rect.row(0), on: &canvas)
    rect = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
    // The message has its rows kept free, so that nothing jumps.
    let keptRows = rect.height >= 10 ? 2 : 1
    let message = message ?? standing(preview)
    let needed = message.rows(width: rect.width, symbols: canvas.symbols)
    let pictureRows = min(
      preview.timeline.rows.count + 1, (rect.height - keptRows) / 2 - 1, 9)
    // A long sentence takes what the form leaves free.
    let free = rect.height - max(0, pictureRows) - form.fields.count
    let messageRows = max(keptRows, min(needed, free))
    let said = Rect(
      x: rect.x, y: rect.maxY - messageRows, width: rect.width, height: messageRows)
    rect.height -= messageRows
    if pictureRows >= 2 {
      rect.height -= pictureRows
      drawPreview(
        preview,
        in: Rect(x: rect.x, y: rect.maxY, width: rect.width, height: pictureRows), on: &canvas)
    }
    drawFields(model.options(in: key.file), isCovered: isCovered, in: rect, on: &canvas)
    message.draw(in: said, on: &canvas)
  }

  @MainActor private func drawTitle(
    _ model: StreamLabViewModel, in rect: Rect, on canvas: inout Canvas
  ) {
    let standing =
      switch model.standing(of: key) {
      case .saved: "saved"
      case .changed: "changed, not saved"
      case .new: "new, not saved"
      case .removed: "to be removed"
      }
    let isSaved = model.standing(of: key) == .saved
    let used = Glyph.columns(of: standing) + 2
    var place = rect
    if rect.width - used >= 14 {
      Label(text: standing, style: isSaved ? .muted : .warning, alignment: .trailing)
        .draw(in: rect, on: &canvas)
      place.width -= used
    }
    canvas.write("\(form.kind.rawValue) “\(form.title)”", in: place, style: .title)
  }

  private mutating func drawFields(
    _ streams: [StreamForm.Option], isCovered: Bool, in rect: Rect, on canvas: inout Canvas
  ) {
    let fields = form.fields
    let index = fields.firstIndex(of: focus) ?? 0
    first = max(min(first, index), index - rect.height + 1)
    first = max(0, min(first, fields.count - rect.height))
    let titles = min(22, max(8, rect.width * 2 / 5))
    for line in 0..<rect.height where fields.indices.contains(first + line) {
      let field = fields[first + line]
      let isFocused = field == focus
      let row = rect.row(line)
      if isFocused {
        canvas.write(
          canvas.symbols.marker, in: row, style: Style(foreground: .accent, attributes: .bold))
      }
      let indent = 2 + 2 * form.level(of: field)
      let title = Rect(x: row.x + indent, y: row.y, width: titles - indent, height: 1)
      canvas.write(
        form.title(of: field), in: title, style: isFocused ? .bold : .muted)
      let place = Rect(x: row.x + titles + 1, y: row.y, width: row.width - titles - 2, height: 1)
      draw(field, streams, isFocused: isFocused, isCovered: isCovered, in: place, on: &canvas)
    }
    ScrollMarks(
      isMoreAbove: first > 0, isMoreBelow: first + rect.height < fields.count
    ).draw(in: rect, on: &canvas)
  }

  private mutating func draw(
    _ field: StreamForm.Field, _ streams: [StreamForm.Option], isFocused: Bool, isCovered: Bool,
    in place: Rect, on canvas: inout Canvas
  ) {
    let isWrong = form.problem(of: field) != nil
    if isWrong {
      canvas.write(canvas.symbols.cross, at: Point(place.x - 2, place.y), style: .danger)
    }
    canvas.mark(place, as: field)
    switch form.content(of: field, streams: streams) {
    case .choice(let chosen, let options):
      let index = options.firstIndex { $0.value == chosen } ?? 0
      ChoiceField(options: options.map(\.label), selected: index)
        .draw(in: place, on: &canvas, isFocused: isFocused && !isCovered)
    case .text(let value):
      if isFocused {
        text.setText(value)
        text.draw(
          in: place, on: &canvas, isFocused: !isCovered, style: .plain.adding(.underline),
          fault: fault)
      } else {
        canvas.write(value, in: place, style: isWrong ? .danger : .plain)
      }
    }
  }

  // MARK: Preview

  private func drawPreview(
    _ preview: StreamPreview, in rect: Rect, on canvas: inout Canvas
  ) {
    let rows = preview.timeline.rows
    let titles = min(30, max(8, rect.width * 2 / 5))
    let room = rect.width - titles - 1
    let end = preview.timeline.nanoseconds
    // All of it, with a few columns for the last value.
    let scale = LaneWindow.scales.first { end / $0 + 6 <= room } ?? LaneWindow.scales.last!
    let window = LaneWindow(position: min(end, scale * (room - 1)), scale: scale, width: room)
    canvas.write("Preview of the first values", in: rect.row(0), style: .muted)
    // The last rows matter most; the first is where they come from.
    let shown = rows.count < rect.height ? rows[...] : rows.suffix(rect.height - 1)
    for (line, row) in shown.enumerated() {
      let place = rect.row(line + 1)
      let isLast = line == shown.count - 1
      canvas.write(
        row.title, in: Rect(x: place.x + 2, y: place.y, width: titles - 2, height: 1),
        style: isLast ? .bold : .muted)
      var tape = MarbleTape()
      for marble in row.marbles { tape.append(marble) }
      LanePicture(tape: tape, window: window, isMuted: !isLast).draw(
        in: Rect(x: place.x + titles + 1, y: place.y, width: room, height: 1), on: &canvas)
    }
  }
}
