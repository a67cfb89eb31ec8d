extension StreamsScreen {
  /// Below this size, only a notice is drawn.
  static let minimumSize = Size(20, 6)

  func draw(on canvas: inout Canvas) {
    frameDrawn()
    followSaved()
    settleCursor()
    let size = canvas.size
    guard size.fits(Self.minimumSize) else { return drawNotice(on: &canvas) }
    let body = Rect(x: 1, y: 0, width: size.width - 2, height: size.height - 1)
    let lastRow = Rect(x: 1, y: body.maxY, width: body.width, height: 1)
    if comparison != nil {
      comparison?.draw(in: body, on: &canvas)
    } else if let editor {
      editor.draw(on: &canvas)
    } else {
      drawRows(in: body, on: &canvas)
    }
    // The editor draws its own footer.
    if editor == nil || question != nil || comparison != nil {
      canvas.fill(lastRow)
      footer.draw(in: lastRow, on: &canvas)
    }
    prompt?.draw(in: canvas.bounds, on: &canvas)
    question?.dialog.draw(in: canvas.bounds, on: &canvas)
    help?.draw(in: canvas.bounds, on: &canvas)
  }

  private func drawNotice(on canvas: inout Canvas) {
    let asks = question?.isAboutLeaving == true
    TooSmallNotice(
      needed: Self.minimumSize, question: asks ? "Discard changes?" : nil,
      keys: asks ? ["^C discards", "Esc stays"] : [editor?.wayOut ?? "q quits"]
    ).draw(on: &canvas)
  }

  private func drawRows(in rect: Rect, on canvas: inout Canvas) {
    drawTitle(in: rect.row(0), on: &canvas)
    let (rows, status) = (model.rows, status)
    // A long sentence uses the lowest rows.
    let most =
      if status.kind == .hint { 1 } else if status == marbleMessage { max(1, rect.height / 2) } else
      { max(1, min(3, rect.height / 4)) }
    let said = min(most, max(1, status.rows(width: rect.width, symbols: canvas.symbols)))
    table.draw(
      rows, position: model.position, isReading: model.isReading,
      in: Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1 - said),
      on: &canvas
    ) { model.saveState(of: $0) }
    status.draw(
      in: Rect(x: rect.x, y: rect.maxY - said, width: rect.width, height: said), on: &canvas)
  }

  private func drawTitle(in area: Rect, on canvas: inout Canvas) {
    let clock = "\(phase(isPlain: canvas.symbols.lacksSigns)) \(tenths)"
    let room = area.width - Glyph.columns(of: clock) - 1
    Label(text: clock, style: model.phase == .playing ? .success : .warning, alignment: .trailing)
      .draw(in: area, on: &canvas)
    let title = Rect(x: area.x, y: area.y, width: max(0, room), height: 1)
    let used = canvas.write("Streams", in: title, style: .title)
    let name = Rect(x: title.x + used + 2, y: title.y, width: title.width - used - 2, height: 1)
    if name.width >= 8 { canvas.write(model.source.name, in: name, style: .muted) }
  }

  /// The streams' clock in seconds.
  private var tenths: String {
    let tenths = model.position / 100_000_000
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// The state of the clock, in a sign and in words.
  private func phase(isPlain: Bool) -> String {
    let rate = FigureText.factor(model.rate) + "×"
    return switch model.phase {
    case .playing: (isPlain ? "> " : "▶ ") + rate
    case .paused: (isPlain ? "|| paused " : "Ⅱ paused ") + rate
    case .ended: (isPlain ? "[] end " : "■ end ") + rate
    }
  }

  /// The last row but one: the effect of the last key, an error, or what is not saved.
  private var status: MessageRow {
    let problems = model.problems
    let new = problems.first { !knownProblems.contains($0) }
    if let message, new == nil || message.kind == .failure { return message }
    if new == nil, let marbleMessage { return marbleMessage }
    if let first = new ?? problems.first {
      let more = problems.count > 1 ? "p shows all \(problems.count). " : ""
      return MessageRow(kind: .warning, text: more + first)
    }
    let count = model.changeCount
    if count > 0 {
      let documents = count == 1 ? "1 document" : "\(count) documents"
      return MessageRow(kind: .neutral, text: "\(documents) not saved: ^S saves")
    }
    if model.files.contains(where: { $0.isNew && $0.saved.documents.isEmpty }) {
      return MessageRow(kind: .hint, text: "This file does not exist yet; ^S creates it.")
    }
    if let name = model.recovered {
      return MessageRow(kind: .success, text: "\(name) can be read again.")
    }
    return MessageRow(
      kind: .hint, text: model.isWatching ? "Following changes by other programs." : "")
  }

  private var footer: Footer {
    if help != nil { return KeyHelp.footer }
    if question != nil || comparison != nil { return Dialog.footer("back") }
    if prompt != nil {
      return Footer(hints: [KeyHint("Enter", "confirm"), KeyHint("Esc", "back")])
    }
    return keys.footer
  }
}
