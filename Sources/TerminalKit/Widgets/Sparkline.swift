/// The values of a curve as a row of small bars, the oldest at the left.
///
/// If there are more values than columns, each bar shows the largest of two, four, eight … values,
/// so that no peak is lost. As the curve grows only its last bar changes, until the row is full and
/// each two bars become one.
package struct Sparkline: Equatable, Sendable {
  /// The values in order of time; nil is a gap.
  package var values: [Double?]
  /// The value that fills a bar; nil uses the largest.
  package var maximum: Double?
  /// The style of the bars.
  package var style: Style

  /// Makes a curve, scaled to its largest value unless a maximum is given.
  package init(values: [Double?], maximum: Double? = nil, style: Style = .accent) {
    (self.values, self.maximum, self.style) = (values, maximum, style)
  }

  /// Draws one bar a column in `rect`'s first row; a gap is a column without any value.
  package func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty else { return }
    let share = valuesPerBar(columns: row.width)
    let top = scale
    let steps = canvas.symbols.verticalSteps
    for (column, start) in stride(from: 0, to: values.count, by: share).enumerated() {
      let bar = values[start..<min(start + share, values.count)]
      guard let value = bar.compactMap({ $0 }).filter(\.isFinite).max() else { continue }
      let level = top > 0 ? min(1, max(0, value / top)) : 0
      let step = String(steps[Int((level * Double(steps.count - 1)).rounded())])
      canvas.write(step, at: Point(row.x + column, row.y), style: style)
    }
  }

  /// Returns the number of values in each bar of a row of the given width.
  package func valuesPerBar(columns: Int) -> Int {
    var count = 1
    while values.count > max(1, columns) * count { count *= 2 }
    return count
  }

  /// The value that fills a bar, to print next to it.
  package var scale: Double { maximum ?? values.compactMap { $0 }.filter(\.isFinite).max() ?? 0 }
}
