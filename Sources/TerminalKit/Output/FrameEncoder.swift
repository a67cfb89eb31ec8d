/// Encodes the difference between two frames as the bytes that change one into the other.
///
///     let encoder = FrameEncoder(theme: .dark, colorDepth: .ansi256)
///     let bytes = encoder.encode(from: shown, to: canvas)
///
/// `EventLoop` uses it already; use it directly in a program with a loop of its own, or in a test
/// that measures the cost of a frame.
///
/// Requirements: between frames the terminal's style is plain, autowrap is off, and the cursor is
/// at the frame's cursor if that is visible. Every frame restores this state.
public struct FrameEncoder: Sendable {
  private let palette: Palette

  /// Makes an encoder for a theme and a number of colours.
  public init(theme: Theme, colorDepth: ColorDepth) {
    self.init(palette: Palette(theme: theme, depth: colorDepth))
  }

  init(palette: Palette) { self.palette = palette }

  /// Returns the bytes that change a terminal showing `previous` into one showing `next`.
  ///
  /// Without a previous frame, or with one of another size, writes everything again, row by row,
  /// without clearing first: the screen never flashes and the scrollback stays.
  /// - Returns: No bytes if the frames are equal; otherwise one block of synchronized output, or a
  ///   few bytes without one, such as a cursor movement or a typed letter.
  /// - Complexity: O(cells).
  public func encode(from previous: Canvas?, to next: Canvas) -> [UInt8] {
    let base = previous.flatMap { $0.size == next.size ? $0 : nil }
    let pen = draw(changes(from: base, to: next), base, next)
    var out: [UInt8] = []
    if base == nil || (base?.visibleCursor != nil && next.visibleCursor == nil) {
      out += ControlSequence.hideCursor
    }
    out += pen.bytes
    if let cursor = next.visibleCursor {
      var tail = Pen(palette: palette, size: next.size, position: pen.position)
      tail.move(to: cursor)
      out += tail.bytes
      if base?.visibleCursor == nil { out += ControlSequence.showCursor }
    }
    // So few bytes reach the terminal in one piece, which never shows half of them.
    guard pen.hasWritten, base == nil || out.count > Self.longestPiece else { return out }
    return ControlSequence.beginFrame + out + ControlSequence.endFrame
  }

  /// The maximum number of bytes sent without synchronized output, which would add a third.
  private static let longestPiece = 48

  /// Adjacent cells that are written together, in one style.
  fileprivate struct Stroke {
    enum Kind {
      case cells
      /// One grapheme whose width differs between terminals: redraw the cells after it.
      case disputed
      /// Blanks up to the end of the row.
      case erasure
    }

    var start: Point
    /// The column after the last one.
    var end: Int
    var style: Style
    var kind = Kind.cells
  }

  /// Returns the bytes of strokes, in the order that takes the fewest, after scrolling rows.
  private func draw(_ strokes: [Stroke], _ base: Canvas?, _ next: Canvas) -> Pen {
    let start = Pen(palette: palette, size: next.size, position: base?.visibleCursor)
    let pen = drawn(strokes, next, from: start)
    guard base != nil, strokes.count > 2, strokes.allSatisfy({ $0.kind != .disputed }) else {
      return pen
    }
    // Moving the cursor is often shorter than changing the colour and back.
    let byStyle = drawn(grouped(strokes), next, from: start)
    return byStyle.bytes.count < pen.bytes.count ? byStyle : pen
  }

  private func drawn(_ strokes: [Stroke], _ next: Canvas, from start: Pen) -> Pen {
    var pen = start
    for stroke in strokes {
      if stroke.kind == .erasure {
        pen.move(to: stroke.start)
      } else {
        pen.advance(to: stroke.start, over: next)
      }
      pen.select(stroke.style)
      switch stroke.kind {
      case .cells:
        for x in stroke.start.x..<stroke.end {
          let cell = next[x, stroke.start.y]
          if cell.width > 0 { pen.write(cell) }
        }
      case .disputed: pen.writeUncertain(next[stroke.start.x, stroke.start.y], at: stroke.start)
      case .erasure: pen.append(ControlSequence.eraseToEndOfLine)
      }
    }
    pen.select(.plain)
    return pen
  }

  /// Groups the strokes by style, unstyled ones first.
  private func grouped(_ strokes: [Stroke]) -> [Stroke] {
    var styles: [Style] = [.plain]
    for stroke in strokes where !styles.contains(stroke.style) { styles.append(stroke.style) }
    return styles.flatMap { style in strokes.filter { $0.style == style } }
  }

  /// Returns the strokes to write, row by row.
  private func changes(from base: Canvas?, to next: Canvas) -> [Stroke] {
    let all = 0..<next.size.height
    // Most rows are unchanged.
    let rows = base.map { changedRows(from: $0, to: next) } ?? Array(all)
    return rows.flatMap { changes(y: $0, base, next) }
  }

  private func changedRows(from base: Canvas, to next: Canvas) -> [Int] {
    var rows: [Int] = []
    for y in 0..<next.size.height where !base.showsRow(y, as: next) { rows.append(y) }
    return rows
  }

  /// Returns the strokes to write in a row that has changed, from left to right.
  private func changes(y: Int, _ base: Canvas?, _ next: Canvas) -> [Stroke] {
    let width = next.size.width
    let differs = base.map { next.differences(inRow: y, from: $0) }
    let first = y * width
    var tail = width
    while tail > 0, next.packed[first + tail - 1].isIdentical(to: .blank) { tail -= 1 }

    var strokes: [Stroke] = []
    var x = 0
    // Up to here, the terminal may have overwritten cells that were drawn before.
    var spoiledUntil = 0
    while x < width {
      let cell = next.packed[first + x]
      let step = max(1, Int(cell.width))
      defer { x += step }
      if let differs, x >= spoiledUntil {
        guard differs[x] || (step > 1 && x + 1 < width && differs[x + 1]) else { continue }
      }
      if x >= tail, erasePays(from: x, y, base, next, spoiledUntil) {
        return strokes + [Stroke(start: Point(x, y), end: width, style: .plain, kind: .erasure)]
      }
      if cell.isUncertain {
        strokes.append(
          Stroke(start: Point(x, y), end: x + step, style: cell.style, kind: .disputed))
        let naive = CharacterWidth.naiveColumns(of: next[x, y].character)
        spoiledUntil = max(spoiledUntil, x + max(2, naive))
      } else if let last = strokes.last, last.kind == .cells, last.end == x,
        last.style == cell.style
      {
        strokes[strokes.count - 1].end = x + step
      } else {
        strokes.append(Stroke(start: Point(x, y), end: x + step, style: cell.style))
      }
    }
    return strokes
  }

  /// Returns true if erasing is shorter than writing the changed blanks one by one.
  private func erasePays(
    from x: Int, _ y: Int, _ base: Canvas?, _ next: Canvas, _ spoiledUntil: Int
  ) -> Bool {
    guard let base else { return true }
    var last = x
    let cells = base.packed[y * next.size.width..<(y + 1) * next.size.width]
    for (column, cell) in zip(0..<next.size.width, cells)
    where column >= x && !cell.isIdentical(to: .blank) { last = column }
    return max(last, spoiledUntil - 1) - x >= ControlSequence.eraseToEndOfLine.count
  }
}
