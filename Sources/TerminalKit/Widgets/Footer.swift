/// The last row: which keys do what; what does not fit is left out whole. To click on one is to
/// press its key.
public struct Footer: Equatable, Sendable {
  /// The hints in the order in which they stand. Where not all fit, those of the lowest rank stay,
  /// and of one rank the first.
  public var hints: [KeyHint]

  /// Makes a footer of hints in the order in which they stand.
  public init(hints: [KeyHint]) {
    self.hints = hints
  }

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
        canvas.mark(Rect(x: start, y: row.y, width: x - start, height: 1), as: press)
      }
    }
  }

  /// The hints that fit into so many columns. One that does not fit keeps out all that are less
  /// important, so that what is left out is not a matter of lengths.
  private func shown(in width: Int, _ symbols: Symbols) -> [KeyHint] {
    let gap = symbols.columns(of: symbols.separator)
    let byImportance = hints.indices.sorted { (hints[$0].rank, $0) < (hints[$1].rank, $1) }
    var kept: Set<Int> = []
    var used = -gap
    for index in byImportance {
      used += gap + symbols.columns(of: hints[index].key + " " + hints[index].action)
      guard used <= width else { break }
      kept.insert(index)
    }
    return hints.indices.filter(kept.contains).map { hints[$0] }
  }
}
