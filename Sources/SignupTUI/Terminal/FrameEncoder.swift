/// Turns the difference between two frames into the bytes that make one into the other.
///
/// What it relies on: between frames the terminal's style is plain, autowrap is off, and the
/// cursor stands at the frame's cursor if that is visible. Every frame leaves it so again.
struct FrameEncoder: Sendable {
  let palette: Palette

  /// The bytes that change a terminal showing `previous` into one showing `next`.
  ///
  /// Without a previous frame, or with one of another size, everything is written anew, row by
  /// row, without clearing first: the screen never flashes and the scrollback stays. Returns
  /// nothing when the frames are equal; otherwise one block inside synchronized output.
  func encode(from previous: Canvas?, to next: Canvas) -> [UInt8] {
    let base = previous.flatMap { $0.size == next.size ? $0 : nil }
    var pen = Pen(palette: palette, size: next.size, position: base?.visibleCursor)
    for y in 0..<next.size.height { writeRow(y, base, next, &pen) }
    pen.select(.plain)
    let drewCells = pen.hasWritten

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
    guard drewCells else { return out }
    return ControlSequence.beginFrame + out + ControlSequence.endFrame
  }

  private func writeRow(_ y: Int, _ base: Canvas?, _ next: Canvas, _ pen: inout Pen) {
    let width = next.size.width
    var tail = width
    while tail > 0, next[tail - 1, y] == .blank { tail -= 1 }

    var x = 0
    // Up to here the terminal may have drawn over what we believe it shows.
    var spoiledUntil = 0
    while x < width {
      let cell = next[x, y]
      let step = max(1, Int(cell.width))
      let isChanged =
        x < spoiledUntil || base.map { differs($0, next, x, y, step) } ?? true
      guard isChanged else {
        x += step
        continue
      }
      if x >= tail, erasePays(from: x, y, base, next, spoiledUntil) {
        pen.move(to: Point(x, y))
        pen.select(.plain)
        pen.append(ControlSequence.eraseToEndOfLine)
        return
      }
      pen.advance(to: Point(x, y), over: next)
      pen.select(cell.style)
      if cell.isUncertain {
        pen.writeUncertain(cell, at: Point(x, y))
        let naive = CharacterWidth.naiveColumns(of: cell.character)
        spoiledUntil = max(spoiledUntil, x + max(2, naive))
      } else {
        pen.write(cell)
      }
      x += step
    }
  }

  private func differs(_ base: Canvas, _ next: Canvas, _ x: Int, _ y: Int, _ step: Int) -> Bool {
    (x..<min(x + step, next.size.width)).contains { base[$0, y] != next[$0, y] }
  }

  /// Whether erasing is shorter than writing the changed blanks one by one.
  private func erasePays(
    from x: Int, _ y: Int, _ base: Canvas?, _ next: Canvas, _ spoiledUntil: Int
  ) -> Bool {
    guard let base else { return true }
    var last = x
    for column in x..<next.size.width where base[column, y] != .blank { last = column }
    return max(last, spoiledUntil - 1) - x >= ControlSequence.eraseToEndOfLine.count
  }
}
