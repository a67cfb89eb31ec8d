/// The last row: which keys do what, the most important first; what does not fit is left out
/// whole.
public struct Footer: Equatable, Sendable {
  /// The hints, the most important first.
  public var hints: [KeyHint]

  /// Makes a footer of hints, the most important first.
  public init(hints: [KeyHint]) {
    self.hints = hints
  }

  /// Draws as many hints as fit into `rect`'s first row.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let separator = canvas.symbols.separator
    var x = row.x
    for (index, hint) in hints.enumerated() {
      let lead = index == 0 ? "" : separator
      let columns = Glyph.columns(of: lead + hint.key + " " + hint.action)
      guard x + columns <= row.maxX else { return }
      x += canvas.write(lead, at: Point(x, row.y), style: .muted)
      x += canvas.write(hint.key, at: Point(x, row.y), style: .bold)
      x += canvas.write(" " + hint.action, at: Point(x, row.y), style: .muted)
    }
  }
}
