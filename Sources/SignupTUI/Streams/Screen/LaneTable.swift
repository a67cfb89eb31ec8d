import Streams
import TerminalKit
import ViewModels

/// The rows of all streams, of which one is chosen and as many are drawn as fit.
struct LaneTable {
  /// Which rows are in view, and which one is chosen.
  private var state = ListState(isSelectable: true)
  /// The place of the scale among `LaneWindow.scales`.
  private var zoom = 2

  /// Nanoseconds of a column.
  var scale: Int { LaneWindow.scales[zoom] }

  mutating func handle(_ press: KeyPress, of lanes: [StreamLane]) -> Bool {
    let before = chosen(of: lanes)
    guard state.handle(press) else { return false }
    followChoice(of: lanes, before: before)
    return true
  }

  mutating func handle(_ mouse: Mouse, of lanes: [StreamLane]) -> Bool {
    let before = chosen(of: lanes)
    if mouse.action == .press, let spot = mouse.target(as: MarbleSpot.self) {
      state.select(spot.lane)
      putCursor(on: spot.number, of: lanes)
      return true
    }
    guard state.handle(mouse) else { return false }
    followChoice(of: lanes, before: before)
    return true
  }

  /// Takes the cursor along to the chosen row, to the marble at the same time.
  private mutating func followChoice(of lanes: [StreamLane], before: StreamLane?) {
    awaited = nil
    guard let cursor, let before, let chosen = chosen(of: lanes), !cursor.isIn(chosen) else {
      return
    }
    let time = before.tape.marble(cursor.number)?.nanoseconds ?? 0
    self.cursor = MarbleCursor(at: time, in: chosen)
  }

  /// Moves the cursor to the next marble of the chosen row, or the one before; without a cursor, to
  /// the first or last.
  mutating func moveCursor(by step: Int, of lanes: [StreamLane]) {
    guard awaited == nil, let lane = chosen(of: lanes) else { return }
    let (first, count) = (lane.tape.droppedCount, lane.tape.marbles.count)
    guard count > 0 else { return }
    let number =
      if let cursor, cursor.isIn(lane) {
        cursor.number + step
      } else {
        step > 0 ? first : first + count - 1
      }
    cursor = MarbleCursor(min(max(number, first), first + count - 1), in: lane)
  }

  /// Puts the cursor on the marble with a number of the chosen row.
  mutating func putCursor(on number: Int, of lanes: [StreamLane]) {
    (cursor, awaited) = (chosen(of: lanes).flatMap { MarbleCursor(number, in: $0) }, nil)
  }

  /// Puts the cursor on a value whose row does not show it yet.
  mutating func putCursor(on value: ChangedMarble) { (cursor, awaited) = (nil, value) }

  mutating func removeCursor() { (cursor, awaited) = (nil, nil) }

  /// Chooses the row that a value was changed in.
  mutating func chooseRow(of value: ChangedMarble, of lanes: [StreamLane]) {
    if let index = lanes.firstIndex(where: value.isIn) { state.select(index) }
  }

  /// The row and the marble with the cursor; nil for one that is no longer there.
  func atCursor(of lanes: [StreamLane]) -> (lane: StreamLane, marble: Marble)? {
    guard let cursor, let lane = chosen(of: lanes), cursor.isIn(lane),
      let marble = lane.tape.marble(cursor.number)
    else { return nil }
    return (lane, marble)
  }

  /// The marble with the cursor, in the chosen row; nil while there is none.
  private(set) var cursor: MarbleCursor?

  /// The value that the cursor goes to once its row is computed; there is no cursor meanwhile.
  private(set) var awaited: ChangedMarble?

  /// Draws more time in a column, or less.
  mutating func zoomOut() { zoom = min(zoom + 1, LaneWindow.scales.count - 1) }
  mutating func zoomIn() { zoom = max(zoom - 1, 0) }

  /// The chosen row.
  func chosen(of lanes: [StreamLane]) -> StreamLane? {
    guard let index = state.selection, lanes.indices.contains(index) else { return lanes.first }
    return lanes[index]
  }

  /// Chooses the first row of a stream.
  mutating func choose(_ stream: StreamKey, of lanes: [StreamLane]) {
    guard let index = lanes.firstIndex(where: { $0.stream == stream }) else { return }
    _ = state.show(0..<lanes.count, height: lanes.count)
    _ = state.handle(KeyPress(.home))
    for _ in 0..<index { _ = state.handle(KeyPress(.down)) }
  }

  /// How wide the titles are.
  private static func titleWidth(_ width: Int) -> Int { min(32, max(8, width * 2 / 5)) }

  mutating func draw(
    _ lanes: [StreamLane], position: Int, isReading: Bool = false, in rect: Rect,
    on canvas: inout Canvas, standing: (StreamKey) -> StreamLabViewModel.Standing
  ) {
    let titles = Self.titleWidth(rect.width)
    let window = LaneWindow(
      position: position, scale: scale, width: rect.width - titles - 3,
      showing: atCursor(of: lanes)?.marble.nanoseconds)
    func picture(_ row: Rect) -> Rect {
      Rect(x: row.x + titles + 2, y: row.y, width: window.width, height: row.height)
    }
    window.drawTimes(in: picture(rect.row(0)), on: &canvas)
    let body = Rect(x: rect.x, y: rect.y + 1, width: rect.width, height: rect.height - 1)
    let visible = state.show(0..<lanes.count, height: body.height)
    if lanes.isEmpty {
      Label(
        text: isReading ? "The streams are being read." : "No streams. n makes one.", style: .muted,
        alignment: .center
      )
      .draw(in: body.row(body.height / 2), on: &canvas)
    }
    for (line, index) in visible.enumerated() {
      let (lane, row) = (lanes[index], body.row(line))
      let isChosen = index == state.selection
      canvas.mark(row, as: state.target(of: index))
      let title = Rect(x: row.x, y: row.y, width: titles, height: 1)
      drawTitle(lane, standing(lane.stream), isChosen: isChosen, in: title, on: &canvas)
      if lane.part == .idle { continue }
      LanePicture(
        tape: lane.tape, window: window, isMuted: lane.part == .input,
        cursor: isChosen && cursor?.isIn(lane) == true ? cursor?.number : nil,
        target: { MarbleSpot(lane: index, number: $0) }
      ).draw(in: picture(row), on: &canvas)
    }
    ScrollMarks(visible: visible, of: lanes.indices).draw(in: body, on: &canvas)
  }

  private func drawTitle(
    _ lane: StreamLane, _ standing: StreamLabViewModel.Standing, isChosen: Bool, in rect: Rect,
    on canvas: inout Canvas
  ) {
    let background: Role = isChosen ? .selection : .standard
    if isChosen {
      canvas.fill(rect, style: Style(background: background))
      canvas.write(
        canvas.symbols.marker, in: rect,
        style: Style(foreground: .accent, background: background, attributes: .bold))
    }
    let isPart = if case .step = lane.part { true } else { false }
    let indent = isPart ? 4 : 2
    var place = Rect(x: rect.x + indent, y: rect.y, width: rect.width - indent, height: 1)
    let mark =
      switch standing {
      case .saved: ""
      case .changed: "changed"
      case .new: "new"
      case .removed: "removed"
      }
    if !mark.isEmpty, !isPart {
      let columns = Glyph.columns(of: mark)
      let isRoomy = place.width - columns - 1 >= 8
      let text = isRoomy ? mark : "*"
      place.width -= (isRoomy ? columns : 1) + 1
      canvas.write(
        text, at: Point(place.maxX + 1, rect.y),
        style: Style(foreground: .warning, background: background))
    }
    let style = Style(background: background, attributes: isPart && !isChosen ? [] : .bold)
    let used = canvas.write(lane.title, in: place, style: style)
    let rest = Rect(
      x: place.x + used + 1, y: rect.y, width: place.width - used - 1, height: 1)
    if rest.width >= 4 {
      canvas.write(
        lane.note, in: rest, style: Style(foreground: .muted, background: background))
    }
  }
}
