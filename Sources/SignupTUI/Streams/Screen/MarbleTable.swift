/// The rows of all streams: one is chosen, and as many are drawn as fit.
struct MarbleTable {
  /// Which rows are in view, and which one is chosen.
  private var state = ListState(isSelectable: true)
  /// The index of the scale in `MarbleWindow.scales`.
  private var zoom = 2

  /// Nanoseconds of a column.
  var scale: Int { MarbleWindow.scales[zoom] }

  mutating func handle(_ press: KeyPress, of rows: [WorkspaceRow]) -> Bool {
    let before = chosen(of: rows)
    guard state.handle(press) else { return false }
    followChoice(of: rows, before: before)
    return true
  }

  mutating func handle(_ mouse: Mouse, of rows: [WorkspaceRow]) -> Bool {
    let before = chosen(of: rows)
    if mouse.action == .press, let spot = mouse.target(as: MarbleSpot.self) {
      state.select(spot.row)
      putCursor(on: spot.number, of: rows)
      return true
    }
    guard state.handle(mouse) else { return false }
    followChoice(of: rows, before: before)
    return true
  }

  /// Moves the cursor to the chosen row, to the marble at the same time.
  private mutating func followChoice(of rows: [WorkspaceRow], before: WorkspaceRow?) {
    awaited = nil
    guard let cursor, let before, let chosen = chosen(of: rows), !cursor.isIn(chosen) else {
      return
    }
    let time = before.recording.marble(cursor.number)?.nanoseconds ?? 0
    self.cursor = MarbleCursor(at: time, in: chosen)
  }

  /// Moves the cursor to the next or previous marble of the chosen row; without a cursor, to the
  /// first or last.
  mutating func moveCursor(by step: Int, of rows: [WorkspaceRow]) {
    guard awaited == nil, let row = chosen(of: rows) else { return }
    let (first, count) = (row.recording.droppedCount, row.recording.marbles.count)
    guard count > 0 else { return }
    let number =
      if let cursor, cursor.isIn(row) { cursor.number + step } else {
        step > 0 ? first : first + count - 1
      }
    cursor = MarbleCursor(min(max(number, first), first + count - 1), in: row)
  }

  /// Puts the cursor on the marble with a number of the chosen row.
  mutating func putCursor(on number: Int, of rows: [WorkspaceRow]) {
    (cursor, awaited) = (chosen(of: rows).flatMap { MarbleCursor(number, in: $0) }, nil)
  }

  /// Puts the cursor on a value whose row does not show it yet.
  mutating func putCursor(on value: MarbleValue) { (cursor, awaited) = (nil, value) }

  mutating func removeCursor() { (cursor, awaited) = (nil, nil) }

  /// Chooses the row that a value was changed in.
  mutating func chooseRow(of value: MarbleValue, of rows: [WorkspaceRow]) {
    if let index = rows.firstIndex(where: value.isIn) { state.select(index) }
  }

  /// The row and the marble with the cursor; nil if it is no longer there.
  func atCursor(of rows: [WorkspaceRow]) -> (row: WorkspaceRow, marble: Marble)? {
    guard let cursor, let row = chosen(of: rows), cursor.isIn(row),
      let marble = row.recording.marble(cursor.number)
    else { return nil }
    return (row, marble)
  }

  /// The marble with the cursor, in the chosen row; nil if there is none.
  private(set) var cursor: MarbleCursor?

  /// The value that gets the cursor once its row is computed; there is no cursor meanwhile.
  private(set) var awaited: MarbleValue?

  /// Draws more time in a column, or less.
  mutating func zoomOut() { zoom = min(zoom + 1, MarbleWindow.scales.count - 1) }
  mutating func zoomIn() { zoom = max(zoom - 1, 0) }

  /// The chosen row.
  func chosen(of rows: [WorkspaceRow]) -> WorkspaceRow? {
    guard let index = state.selection, rows.indices.contains(index) else { return rows.first }
    return rows[index]
  }

  /// Chooses the first row of a stream.
  mutating func choose(_ stream: StreamKey, of rows: [WorkspaceRow]) {
    guard let index = rows.firstIndex(where: { $0.stream == stream }) else { return }
    state = ListState(isSelectable: true)
    _ = state.show(0..<rows.count, height: rows.count)
    state.select(index)
  }

  /// The width of the titles.
  private static func titleWidth(_ width: Int) -> Int { min(32, max(8, width * 2 / 5)) }

  mutating func draw(
    _ rows: [WorkspaceRow], position: Int, isReading: Bool = false, in rect: Rect,
    on canvas: inout Canvas, saveState: (StreamKey) -> StreamWorkspace.SaveState
  ) {
    let titles = Self.titleWidth(rect.width)
    let window = MarbleWindow(
      position: position, scale: scale, width: rect.width - titles - 3,
      showing: atCursor(of: rows)?.marble.nanoseconds)
    func picture(_ line: Rect) -> Rect {
      Rect(x: line.x + titles + 2, y: line.y, width: window.width, height: line.height)
    }
    window.drawTimes(in: picture(rect.row(0)), on: &canvas)
    let body = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
    let visible = state.show(0..<rows.count, height: body.height)
    if rows.isEmpty {
      Label(
        text: isReading ? "Reading the streams." : "No streams; n adds one.", style: .muted,
        alignment: .center
      )
      .draw(in: body.row(body.height / 2), on: &canvas)
    }
    for (number, index) in visible.enumerated() {
      let (row, line) = (rows[index], body.row(number))
      let isChosen = index == state.selection
      canvas.mark(line, as: state.target(of: index))
      let title = Rect(x: line.x, y: line.y, width: titles, height: 1)
      drawTitle(row, saveState(row.stream), isChosen: isChosen, in: title, on: &canvas)
      if row.part == .idle { continue }
      MarbleRowPicture(
        recording: row.recording, window: window, isMuted: row.part == .input,
        cursor: isChosen && cursor?.isIn(row) == true ? cursor?.number : nil,
        target: { MarbleSpot(row: index, number: $0) }
      ).draw(in: picture(line), on: &canvas)
    }
    ScrollMarks(visible: visible, of: rows.indices).draw(in: body, on: &canvas)
  }

  private func drawTitle(
    _ row: WorkspaceRow, _ saveState: StreamWorkspace.SaveState, isChosen: Bool, in rect: Rect,
    on canvas: inout Canvas
  ) {
    let background: Role = isChosen ? .selection : .standard
    if isChosen {
      canvas.fill(rect, style: Style(background: background))
      canvas.write(
        canvas.symbols.marker, in: rect,
        style: Style(foreground: .accent, background: background, attributes: .bold))
    }
    let isPart = if case .step = row.part { true } else { false }
    let indent = isPart ? 4 : 2
    var area = Rect(x: rect.x + indent, y: rect.y, width: rect.width - indent, height: 1)
    let mark = saveState.rawValue
    if saveState != .saved, !isPart {
      let columns = Glyph.columns(of: mark)
      let isRoomy = area.width - columns - 1 >= 8
      let text = isRoomy ? mark : "*"
      area.width -= (isRoomy ? columns : 1) + 1
      canvas.write(
        text, at: Point(area.maxX + 1, rect.y),
        style: Style(foreground: .warning, background: background))
    }
    let style = Style(background: background, attributes: isPart && !isChosen ? [] : .bold)
    let used = canvas.write(row.title, in: area, style: style)
    let rest = Rect(x: area.x + used + 1, y: rect.y, width: area.width - used - 1, height: 1)
    if rest.width >= 4 {
      canvas.write(row.note, in: rest, style: Style(foreground: .muted, background: background))
    }
  }
}
