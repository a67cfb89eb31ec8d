/// The form of a document as drawn in one frame: a title, the fields, which scroll if they do not
/// all fit, what the document does with the first values, and a message.
@MainActor struct StreamEditorPage: HostedPage {
  let editor: StreamEditor
  let isCovered: Bool
  private let preview: StreamPreview
  private let message: MessageRow
  private let messageRows: Int
  private let previewRows: Int
  private let streams: [StreamForm.Option]

  private var form: StreamForm { editor.form }

  init(_ editor: StreamEditor, in size: Size, symbols: Symbols) {
    self.editor = editor
    let screen = editor.screen
    isCovered = editor.host.isCovered || screen.question != nil
    streams = screen.model.options(in: editor.key.file)
    preview = editor.results()
    let refusal = editor.host.refusal.map { MessageRow(kind: .warning, text: $0.note) }
    message = refusal ?? screen.message ?? editor.statusRow(preview)
    // Without the title.
    let height = size.height - 1
    // Rows are kept free for the message, so that nothing moves.
    let keptRows = height >= 10 ? 2 : 1
    let needed = message.rows(width: size.width - 2, symbols: symbols)
    let pictureRows = min(preview.timeline.rows.count + 1, (height - keptRows) / 2 - 1, 9)
    // A long sentence uses the rows that the form leaves free.
    let free = height - max(0, pictureRows) - editor.form.fields.count
    messageRows = max(keptRows, min(needed, free))
    previewRows = pictureRows >= 2 ? pictureRows : 0
  }

  var height: Int { form.fields.count }

  var namesRest: Bool { false }

  func body(in window: Rect) -> Rect {
    Rect(x: 1, y: 1, width: window.width - 2, height: window.height - 1 - messageRows - previewRows)
  }

  func footer(in window: Rect) -> Rect {
    Rect(x: 1, y: window.maxY - 1, width: window.width - 2, height: 1)
  }

  func target(of focus: StreamForm.Field?) -> PageView.Target {
    let row = form.fields.firstIndex { $0 == focus } ?? 0
    return PageView.Target(cursor: row, core: row..<row + 1, extent: row..<row + 1)
  }

  // MARK: Drawing

  func drawAround(in window: Rect, on canvas: inout Canvas) {
    let body = body(in: window)
    drawTitle(in: Rect(x: body.x, y: 0, width: body.width, height: 1), on: &canvas)
    let below = Rect(x: body.x, y: body.maxY, width: body.width, height: previewRows)
    if previewRows > 0 { drawPreview(in: below, on: &canvas) }
    message.draw(
      in: Rect(x: body.x, y: below.maxY, width: body.width, height: messageRows), on: &canvas)
  }

  private func drawTitle(in rect: Rect, on canvas: inout Canvas) {
    let saveState = editor.screen.model.saveState(of: editor.key)
    let note =
      switch saveState {
      case .saved: "saved"
      case .changed, .new: "\(saveState.rawValue), not saved"
      case .removed: "will be removed"
      }
    let used = Glyph.columns(of: note) + 2
    var area = rect
    if rect.width - used >= 14 {
      Label(text: note, style: saveState == .saved ? .muted : .warning, alignment: .trailing)
        .draw(in: rect, on: &canvas)
      area.width -= used
    }
    canvas.write("\(form.kind.rawValue) “\(form.title)”", in: area, style: .title)
  }

  /// Draws the fields, with one of their rows at the top of the canvas.
  func draw(from top: Int, on canvas: inout Canvas) {
    let width = canvas.size.width - 2
    let titles = min(22, max(8, width * 2 / 5))
    for (line, field) in form.fields.enumerated() {
      let row = Rect(x: 1, y: line - top, width: width, height: 1)
      let isFocused = field == editor.focus
      if isFocused {
        canvas.write(
          canvas.symbols.marker, in: row, style: Style(foreground: .accent, attributes: .bold))
      }
      let indent = 2 + 2 * form.level(of: field)
      let title = Rect(x: row.x + indent, y: row.y, width: titles - indent, height: 1)
      canvas.write(form.title(of: field), in: title, style: isFocused ? .bold : .muted)
      let area = Rect(x: row.x + titles + 1, y: row.y, width: row.width - titles - 2, height: 1)
      draw(field, isFocused: isFocused, in: area, on: &canvas)
    }
  }

  private func draw(
    _ field: StreamForm.Field, isFocused: Bool, in area: Rect, on canvas: inout Canvas
  ) {
    let isWrong = form.problem(of: field) != nil
    if isWrong { canvas.write(canvas.symbols.cross, at: Point(area.x - 2, area.y), style: .danger) }
    canvas.mark(area, as: field)
    if let options = form.options(of: field, streams: streams) {
      let index = options.firstIndex { $0.value == form[field] } ?? 0
      ChoiceField(options: options.map(\.label), selected: index)
        .draw(in: area, on: &canvas, isFocused: isFocused && !isCovered)
    } else if isFocused {
      editor.text.setText(form[field])
      editor.text.draw(
        in: area, on: &canvas, isFocused: !isCovered, style: .plain.adding(.underline),
        fault: editor.fault)
    } else {
      canvas.write(form[field], in: area, style: isWrong ? .danger : .plain)
    }
  }

  // MARK: Preview

  private func drawPreview(in rect: Rect, on canvas: inout Canvas) {
    let rows = preview.timeline.rows
    let titles = min(30, max(8, rect.width * 2 / 5))
    let room = rect.width - titles - 1
    let end = preview.timeline.nanoseconds
    // The whole picture, with a few columns for the last value.
    let scale = MarbleWindow.scales.first { end / $0 + 6 <= room } ?? MarbleWindow.scales.last!
    let window = MarbleWindow(position: min(end, scale * (room - 1)), scale: scale, width: room)
    canvas.write("Preview of the first values", in: rect.row(0), style: .muted)
    // The last rows matter most; the first one shows their source.
    let shown = rows.count < rect.height ? rows[...] : rows.suffix(rect.height - 1)
    for (line, row) in shown.enumerated() {
      let area = rect.row(line + 1)
      let isLast = line == shown.count - 1
      canvas.write(
        row.title, in: Rect(x: area.x + 2, y: area.y, width: titles - 2, height: 1),
        style: isLast ? .bold : .muted)
      var recording = MarbleRecording()
      for marble in row.marbles { recording.append(marble) }
      MarbleRowPicture(recording: recording, window: window, isMuted: !isLast).draw(
        in: Rect(x: area.x + titles + 1, y: area.y, width: room, height: 1), on: &canvas)
    }
  }
}
