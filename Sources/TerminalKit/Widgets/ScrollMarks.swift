/// Arrows at the right edge of an area, with words if there is room, that show the directions in
/// which its contents continue. Clicking them presses Page Up or Page Down.
package struct ScrollMarks: Sendable {
  private let isMoreAbove: Bool
  private let isMoreBelow: Bool
  private let words: (above: String, below: String)?

  /// Makes the marks for rows, some of which are in view.
  ///
  /// - Parameters:
  ///   - visible: The rows in view.
  ///   - rows: All rows.
  ///   - words: The words next to the arrows if nothing else is there; nil for none.
  package init(
    visible: Range<Int>, of rows: Range<Int>, words: (above: String, below: String)? = nil
  ) {
    isMoreAbove = visible.lowerBound > rows.lowerBound
    isMoreBelow = visible.upperBound < rows.upperBound
    self.words = words
  }

  /// Draws the marks over the contents of `rect`: in its last column, the first and last row.
  package func draw(in rect: Rect, on canvas: inout Canvas) {
    guard !rect.isEmpty else { return }
    if isMoreAbove {
      draw(canvas.symbols.moreAbove, words?.above, .pageUp, in: rect.row(0), on: &canvas)
    }
    if isMoreBelow, rect.height > 1 || !isMoreAbove {
      draw(
        canvas.symbols.moreBelow, words?.below, .pageDown, in: rect.row(rect.height - 1),
        on: &canvas)
    }
  }

  private func draw(
    _ arrow: String, _ words: String?, _ key: Key, in row: Rect, on canvas: inout Canvas
  ) {
    canvas.mark(Rect(x: row.maxX - 1, y: row.y, width: 1, height: 1), as: KeyPress(key))
    canvas.write(arrow, at: Point(row.maxX - 1, row.y), style: .muted)
    guard let words else { return }
    let columns = Glyph.columns(of: words)
    // Three blanks separate the words from the page's; one follows them.
    let area = Rect(x: row.maxX - columns - 5, y: row.y, width: columns + 4, height: 1)
    guard area.x >= row.x, area.intersection(canvas.bounds) == area,
      (area.x..<area.maxX).allSatisfy({ canvas[$0, row.y] == .blank })
    else { return }
    canvas.write(words, at: Point(area.x + 3, row.y), style: .muted)
    canvas.mark(area, as: KeyPress(key))
  }
}
