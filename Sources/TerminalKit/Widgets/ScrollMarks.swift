/// Arrows at the right edge of a place, and words beside them if there is room, that show the
/// directions in which its contents continue. Clicking on them presses Page Up or Page Down.
public struct ScrollMarks: Equatable, Sendable {
  /// True if there is more above.
  public var isMoreAbove: Bool
  /// True if there is more below.
  public var isMoreBelow: Bool
  /// True if words stand beside the arrows where nothing else does.
  public var hasWords: Bool
  /// The words beside the upper arrow.
  public var above = "more above"
  /// The words beside the lower arrow.
  public var below = "more below"

  /// Makes marks.
  ///
  /// - Parameters:
  ///   - isMoreAbove: True if there is more above.
  ///   - isMoreBelow: True if there is more below.
  ///   - hasWords: True if words stand beside the arrows where nothing else does.
  public init(isMoreAbove: Bool, isMoreBelow: Bool, hasWords: Bool = false) {
    self.isMoreAbove = isMoreAbove
    self.isMoreBelow = isMoreBelow
    self.hasWords = hasWords
  }

  /// Makes the marks of rows, some of which are in view.
  ///
  /// - Parameters:
  ///   - visible: The rows in view.
  ///   - rows: All of them.
  ///   - hasWords: True if words stand beside the arrows where nothing else does.
  public init(visible: Range<Int>, of rows: Range<Int>, hasWords: Bool = false) {
    self.init(
      isMoreAbove: visible.lowerBound > rows.lowerBound,
      isMoreBelow: visible.upperBound < rows.upperBound, hasWords: hasWords)
  }

  /// Makes the marks of rows, some of which are in view.
  ///
  /// - Parameters:
  ///   - visible: The rows in view.
  ///   - rows: All of them.
  ///   - words: The words beside the arrows where nothing else stands; nil for none.
  public init(
    visible: Range<Int>, of rows: Range<Int>, words: (above: String, below: String)?
  ) {
    self.init(visible: visible, of: rows, hasWords: words != nil)
    if let words { (above, below) = words }
  }

  /// Draws the marks over the contents of `rect`: in its last column, the first and last row.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    guard !rect.isEmpty else { return }
    if isMoreAbove {
      draw(
        canvas.symbols.moreAbove, above, .pageUp, in: rect.row(0), on: &canvas)
    }
    if isMoreBelow, rect.height > 1 || !isMoreAbove {
      draw(
        canvas.symbols.moreBelow, below, .pageDown, in: rect.row(rect.height - 1),
        on: &canvas)
    }
  }

  private func draw(
    _ arrow: String, _ words: String, _ key: Key, in row: Rect, on canvas: inout Canvas
  ) {
    canvas.mark(Rect(x: row.maxX - 1, y: row.y, width: 1, height: 1), as: KeyPress(key))
    canvas.write(arrow, at: Point(row.maxX - 1, row.y), style: .muted)
    let columns = Glyph.columns(of: words)
    // Three blanks keep the words apart from those of the page; one stands behind them.
    let place = Rect(x: row.maxX - columns - 5, y: row.y, width: columns + 4, height: 1)
    guard hasWords, place.x >= row.x, place.intersection(canvas.bounds) == place,
      (place.x..<place.maxX).allSatisfy({ canvas[$0, row.y] == .blank })
    else { return }
    canvas.write(words, at: Point(place.x + 3, row.y), style: .muted)
    canvas.mark(place, as: KeyPress(key))
  }
}
