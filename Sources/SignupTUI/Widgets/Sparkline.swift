/// The last values as a row of little bars, the newest at the right.
struct Sparkline: Equatable, Sendable {
  /// In order of time; nil is a gap.
  var values: [Double?]
  /// The value that fills a bar; nil takes the largest.
  var maximum: Double?
  var style: Style = .accent

  /// Draws one bar a column. With more values than columns each bar is the largest of its
  /// share, so that no peak is lost; a gap is a column without any value.
  func draw(in rect: Rect, on canvas: inout Canvas) {
    let row = rect.row(0)
    guard !row.isEmpty, !values.isEmpty else { return }
    let columns = min(row.width, values.count)
    let top = scale
    let steps = canvas.symbols.verticalSteps
    for column in 0..<columns {
      let share = values[column * values.count / columns..<(column + 1) * values.count / columns]
      guard let value = share.compactMap({ $0 }).filter(\.isFinite).max() else { continue }
      let level = top > 0 ? min(1, max(0, value / top)) : 0
      let step = String(steps[Int((level * Double(steps.count - 1)).rounded())])
      canvas.write(step, at: Point(row.maxX - columns + column, row.y), style: style)
    }
  }

  /// The value that fills a bar, to be printed beside it.
  var scale: Double {
    maximum ?? values.compactMap { $0 }.filter(\.isFinite).max() ?? 0
  }
}
