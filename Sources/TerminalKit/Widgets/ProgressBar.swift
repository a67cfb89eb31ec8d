/// The progress of something: a bar, the percentage, and a label such as the time.
public struct ProgressBar: Equatable, Sendable {
  /// The progress, 0 to 1; nil if unknown, which shows as an empty bar and `--`.
  public var fraction: Double?
  /// The text after the percentage.
  public var label: String

  /// Makes a bar for a progress.
  public init(fraction: Double? = nil, label: String = "") {
    (self.fraction, self.label) = (fraction, label)
  }

  /// Draws it in `rect`'s first row; in a narrow one, percentage and label without the bar.
  public func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    let text = text
    let textColumns = Glyph.columns(of: text)
    let barColumns = barColumns(in: row.width)
    if barColumns > 0 {
      let bar = Rect(x: row.x, y: row.y, width: barColumns, height: row.height)
      Bar(fraction: known ?? 0, style: .accent).draw(in: bar, on: &canvas)
      let area = Rect(x: bar.maxX + 1, y: row.y, width: textColumns, height: row.height)
      canvas.write(text, in: area)
    } else {
      canvas.write(text, in: row)
    }
  }

  /// Returns the columns of the bar itself at the left of a row of a width; 0 if that is narrow.
  package func barColumns(in width: Int) -> Int {
    let columns = width - Glyph.columns(of: text) - 1
    return columns >= 4 ? columns : 0
  }

  private var known: Double? { fraction.flatMap { $0.isFinite ? min(1, max(0, $0)) : nil } }

  private var text: String {
    // Rounding up a little, so that a seek to 29% does not show 28.
    let digits = known.map { "\(Int(($0 * 100 + 1e-6).rounded(.down)))" } ?? "--"
    // Three digits wide from the start, so that the bar does not shrink later.
    let percent = String(repeating: " ", count: max(0, 3 - digits.count)) + digits + "%"
    return label.isEmpty ? percent : percent + "  " + label
  }
}
