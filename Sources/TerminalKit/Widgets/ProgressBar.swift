/// How far something has come: a bar, the percentage, and a label such as the time.
public struct ProgressBar: Equatable, Sendable {
  /// 0 to 1; nil when it is not known, which shows as an empty bar and `--`.
  public var fraction: Double?
  /// What stands behind the percentage.
  public var label: String

  /// Makes a bar of how far something has come.
  public init(fraction: Double? = nil, label: String = "") {
    self.fraction = fraction
    self.label = label
  }

  /// Draws it in `rect`'s first row; where it is narrow, percentage and label without the bar.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    let known = fraction.flatMap { $0.isFinite ? min(1, max(0, $0)) : nil }
    let digits = known.map { "\(Int(($0 * 100).rounded(.down)))" } ?? "--"
    // Three digits wide from the start, so that the bar does not shrink on the way.
    let percent = String(repeating: " ", count: max(0, 3 - digits.count)) + digits + " %"
    let text = label.isEmpty ? percent : percent + "  " + label
    let textColumns = Glyph.columns(of: text)
    let barColumns = row.width - textColumns - 1
    if barColumns >= 4 {
      let bar = Rect(x: row.x, y: row.y, width: barColumns, height: row.height)
      Bar(fraction: known ?? 0, style: .accent).draw(in: bar, on: &canvas)
      let place = Rect(x: bar.maxX + 1, y: row.y, width: textColumns, height: row.height)
      canvas.write(text, in: place)
    } else {
      canvas.write(text, in: row)
    }
  }
}
