/// Rows of a frame that stand higher or lower in the next one, which a terminal can move by itself.
///
/// A page that scrolls by a few rows then costs the rows that come into view, not all of them.
struct FrameScroll: Equatable {
  /// The rows that are moved, and blank rows come in at one of their ends.
  var region: Range<Int>
  /// The number of rows by which they move up; negative for down.
  var rows: Int

  /// The fewest changed rows for which a movement is sought.
  private static let fewestChanges = 6
  /// The fewest rows that have to be there again.
  private static let fewestMoved = 4

  /// Finds the movement after which most rows of a frame stand where they should; nil where none is
  /// worth it.
  ///
  /// - Parameters:
  ///   - base: The frame that is shown.
  ///   - next: One of the same size.
  ///   - changed: The rows in which they differ, from top to bottom.
  init?(from base: Canvas, to next: Canvas, changed: [Int]) {
    let height = next.size.height
    guard changed.count >= Self.fewestChanges else { return nil }
    // A blank row is found everywhere, and says nothing.
    let telling = changed.filter { !next.isBlank(row: $0) }
    var best: [Int] = []
    rows = 0
    for distance in 1...max(1, height / 2) {
      for rows in [distance, -distance] {
        let moved = telling.filter { y in
          (0..<height).contains(y + rows) && next.showsRow(y, as: base, y + rows)
        }
        if moved.count > best.count { (best, self.rows) = (moved, rows) }
      }
    }
    guard best.count >= Self.fewestMoved, let first = best.first, let last = best.last else {
      return nil
    }
    region = min(first, first + rows)..<max(last, last + rows) + 1
  }

  /// Returns the bytes that move the rows: the cursor then stands in the top left corner.
  ///
  /// Lines are inserted or deleted in a scroll region (DECSTBM, IL, DL), which all terminals can,
  /// and which leaves the scrollback alone. The style has to be plain, as new rows take its colour.
  var sequence: [UInt8] {
    var bytes = ControlSequence.scrollRegion(region)
    if region.lowerBound > 0 { bytes += ControlSequence.move(to: Point(0, region.lowerBound)) }
    return bytes + ControlSequence.deleteLines(rows) + ControlSequence.wholeScreen
  }
}

extension Canvas {
  /// Returns the frame with its rows moved, as a terminal then shows it.
  func scrolled(by scroll: FrameScroll) -> Canvas {
    var moved = packed
    for y in scroll.region {
      let from = y + scroll.rows
      for x in 0..<size.width {
        moved[y * size.width + x] =
          scroll.region.contains(from) ? packed[from * size.width + x] : .blank
      }
    }
    return with(moved)
  }

  /// Returns true if there is nothing in a row.
  fileprivate func isBlank(row y: Int) -> Bool {
    packed[y * size.width..<(y + 1) * size.width].allSatisfy { $0.isIdentical(to: .blank) }
  }
}
