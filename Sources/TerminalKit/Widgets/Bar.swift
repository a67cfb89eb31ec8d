/// A bar that is part full, drawn in eighths of a column.
///
/// On its own it needs text next to it with the same meaning: see `Meter` and `ProgressBar`.
public struct Bar: Equatable, Sendable {
  /// The full part, 0 to 1; a value outside is clamped, and one that is not finite is 0.
  public var fraction: Double
  /// The style of the full part.
  public var style: Style

  /// Makes a bar that is filled to a fraction.
  public init(fraction: Double, style: Style = .accent) {
    (self.fraction, self.style) = (fraction, style)
  }

  /// Draws the bar over the whole width of `rect`'s first row.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let full = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let eighths = Int((full * Double(row.width * 8)).rounded())
    let steps = canvas.symbols.horizontalSteps
    canvas.fill(row, with: canvas.symbols.track, style: .muted)
    let whole = Rect(x: row.x, y: row.y, width: eighths / 8, height: 1)
    canvas.fill(whole, with: steps[7], style: style)
    if eighths % 8 > 0, !canvas.symbols.isASCII {
      let part = String(steps[eighths % 8 - 1])
      canvas.write(part, at: Point(whole.maxX, row.y), style: style)
    }
  }
}
