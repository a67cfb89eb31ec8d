/// The last row, with keys and their actions; a hint that does not fit is left out whole. Clicking
/// on one presses its key.
public struct Footer: Equatable, Sendable {
  /// The hints in display order. If not all fit, those with the lowest rank stay, and within a rank
  /// the first ones.
  public var hints: [KeyHint]

  /// Makes a footer of hints in display order.
  public init(hints: [KeyHint]) { self.hints = hints }

  /// Draws as many hints as fit into `rect`'s first row.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let separator = canvas.symbols.separator
    var x = row.x
    for hint in shown(in: row.width, canvas.symbols) {
      if x > row.x { x += canvas.write(separator, at: Point(x, row.y), style: .muted) }
      let start = x
      x += canvas.write(hint.key, at: Point(x, row.y), style: .bold)
      x += canvas.write(" " + hint.action, at: Point(x, row.y), style: .muted)
      if let press = hint.press {
        let area = Rect(x: start, y: row.y, width: x - start, height: 1)
        canvas.mark(area, as: press, isButton: true)
      }
    }
  }

  /// Returns the hints that fit into `width` columns. A hint that does not fit keeps out all less
  /// important ones, so that their lengths do not decide which are left out.
  private func shown(in width: Int, _ symbols: Symbols) -> [KeyHint] {
    let gap = symbols.columns(of: symbols.separator)
    let columns = hints.map { symbols.columns(of: $0.key) + 1 + symbols.columns(of: $0.action) }
    // Most footers fit as a whole.
    if columns.reduce(-gap, { $0 + gap + $1 }) <= width { return hints }
    let byImportance = hints.indices.sorted { (hints[$0].rank, $0) < (hints[$1].rank, $1) }
    var kept: Set<Int> = []
    var used = -gap
    for index in byImportance {
      used += gap + columns[index]
      guard used <= width else { break }
      kept.insert(index)
    }
    return hints.indices.filter(kept.contains).map { hints[$0] }
  }
}
