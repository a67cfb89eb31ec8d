/// The part of the streams' time in the picture, and the width at which it is drawn.
///
/// The picture stays still while it fills from the left, and jumps by half its width when it is
/// full, so a new value changes only its own cells and not the whole row.
struct MarbleWindow: Equatable {
  /// Nanoseconds of a column.
  let scale: Int
  /// The number of columns.
  let width: Int
  /// The column of the clock's present position, counted from its start.
  let head: Int
  /// The first column in the picture.
  let first: Int

  /// Makes the window of a position of the clock.
  ///
  /// - Parameters:
  ///   - position: The position, in nanoseconds.
  ///   - scale: Nanoseconds per column.
  ///   - width: The number of columns.
  ///   - shown: A time that must be in the picture, in nanoseconds.
  init(position: Int, scale: Int, width: Int, showing shown: Int? = nil) {
    (self.scale, self.width) = (scale, max(1, width))
    head = position / scale
    let half = max(1, self.width / 2)
    func start(of column: Int) -> Int {
      let over = column - max(1, width) + 1
      return over <= 0 ? 0 : (over + half - 1) / half * half
    }
    let usual = start(of: head)
    guard let shown, shown / scale < usual else {
      first = usual
      return
    }
    first = shown / scale / half * half
  }

  /// The steps of the scale, in nanoseconds of a column.
  static let scales = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60].map { Int($0 * 1e9) }

  /// The number of columns between two times that are written above.
  private static let tick = 20

  /// The times above the rows.
  func drawTimes(in rect: Rect, on canvas: inout Canvas) {
    let start = (first + Self.tick - 1) / Self.tick * Self.tick
    for column in stride(from: start, to: first + width, by: Self.tick) {
      let area = Rect(
        x: rect.x + column - first, y: rect.y, width: first + width - column, height: 1)
      let text = MarbleWindow.time(column * scale)
      if Glyph.columns(of: text) <= area.width { canvas.write(text, in: area, style: .muted) }
    }
  }

  /// A time of the streams' clock in few characters.
  static func time(_ nanoseconds: Int) -> String {
    let tenths = nanoseconds / 100_000_000
    if tenths % 10 != 0 { return "\(tenths / 10).\(tenths % 10)s" }
    let seconds = tenths / 10
    return seconds >= 120 && seconds % 60 == 0 ? "\(seconds / 60)m" : "\(seconds)s"
  }
}

/// A row of marbles: a line as long as the stream has run, its values on it, and its end.
struct MarbleRowPicture {
  let recording: MarbleRecording
  let window: MarbleWindow
  /// True for a row that another row is made from.
  var isMuted = false
  /// The number of the marble with the cursor, counted from the beginning of the stream.
  var cursor: Int?
  /// Returns the target of the mouse for the marble with a number.
  var target: ((Int) -> any Hashable & Sendable)?

  /// Stands for several values in one column, and for a value without enough room.
  static let several = "*"

  func draw(in rect: Rect, on canvas: inout Canvas) {
    guard !rect.isEmpty else { return }
    let from = max(recording.start / window.scale, window.first)
    let end = recording.hasEnded ? recording.lastNanoseconds / window.scale : window.head
    func x(_ column: Int) -> Int { rect.x + column - window.first }
    let line = Rect(
      x: x(from), y: rect.y, width: min(end, window.first + window.width - 1) - from + 1, height: 1)
    canvas.clipped(to: rect) { canvas in
      canvas.fill(line, with: canvas.symbols.box.horizontal, style: .border)
      if recording.droppedCount > 0, let oldest = recording.marbles.first {
        // Older values are not kept.
        let lost = oldest.nanoseconds / window.scale - from
        if lost > 0 { canvas.fill(Rect(x: x(from), y: rect.y, width: lost, height: 1)) }
      }
      drawMarbles(x, in: rect, on: &canvas)
    }
  }

  private func drawMarbles(_ x: (Int) -> Int, in rect: Rect, on canvas: inout Canvas) {
    // The end of the last value.
    var used = rect.x
    let marbles = recording.marbles(from: window.first * window.scale)
    var index = marbles.startIndex
    while index < marbles.endIndex {
      let column = marbles[index].nanoseconds / window.scale
      var next = index
      var values = 0
      var end: Marble.Event?
      while next < marbles.endIndex, marbles[next].nanoseconds / window.scale == column {
        if case .value = marbles[next].event { values += 1 } else { end = marbles[next].event }
        next += 1
      }
      var point = Point(x(column), rect.y)
      let start = point.x
      // The cursor is on one of these values, or on the end.
      let chosen = cursor.map { $0 - recording.droppedCount }.flatMap {
        (index..<next).contains($0) ? $0 : nil
      }
      let isOnEnd = end != nil && chosen == next - 1
      func marked(_ style: Style, if isChosen: Bool) -> Style {
        isChosen ? style.adding(.reverse) : style
      }
      let room = room(before: next, of: marbles, at: point.x, in: rect, x) - (end == nil ? 0 : 1)
      if case .value(let text) = marbles[index].event {
        // Neighbours differ in style, so that 1 and 2 are not read as 12.
        let isEven = (recording.droppedCount + index) % 2 == 0
        let style: Style =
          isMuted ? .muted : isEven ? Style(foreground: .accent, attributes: .bold) : .bold
        let shown = text.isEmpty ? "·" : text
        let least = Glyph.columns(of: canvas.symbols.ellipsis) + 1
        if values > 1 || Glyph.columns(of: shown) > room && room < least {
          point.x += canvas.write(
            Self.several, at: point, style: marked(.warning, if: chosen != nil && !isOnEnd))
        } else {
          if canvas.symbols.isASCII, shown.hasPrefix("-"), used < point.x {
            // Otherwise a negative number could not be distinguished from the line.
            canvas.write(" ", at: Point(point.x - 1, point.y))
          }
          point.x += canvas.write(
            shown, in: Rect(x: point.x, y: point.y, width: room, height: 1),
            style: marked(style, if: chosen != nil && !isOnEnd))
        }
        used = point.x
      }
      switch end {
      case .finished:
        canvas.write("|", at: point, style: marked(isMuted ? .muted : .success, if: isOnEnd))
      case .failed: canvas.write("#", at: point, style: marked(.danger, if: isOnEnd))
      case .value, nil: break
      }
      if let target {
        let width = max(1, point.x - start + (end == nil ? 0 : 1))
        canvas.mark(
          Rect(x: start, y: rect.y, width: width, height: 1),
          as: target(recording.droppedCount + index))
      }
      index = next
    }
  }

  /// The columns available to a value: up to the edge or to the next event; a piece of the line
  /// separates it from another value.
  private func room(
    before next: Int, of marbles: ArraySlice<Marble>, at start: Int, in rect: Rect,
    _ x: (Int) -> Int
  ) -> Int {
    guard next < marbles.endIndex else { return rect.maxX - start }
    let distance = x(marbles[next].nanoseconds / window.scale) - start
    if case .value = marbles[next].event { return min(distance - 1, rect.maxX - start) }
    return min(distance, rect.maxX - start)
  }
}
