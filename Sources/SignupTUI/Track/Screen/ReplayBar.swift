/// The progress of a replay: a bar with its loop and bookmarks in it, the percentage, the times.
struct ReplayBar {
  let progress: Double
  let label: String
  let loop: ReplayLoop?
  let bookmarks: [ReplayBookmark]

  @MainActor init(_ model: ReplayViewModel) {
    progress = model.progress
    (loop, bookmarks) = (model.playback.loop, model.bookmarks)
    let here = FigureText.time(model.position)
    let whole = model.duration.map(FigureText.time)
    label = [here, whole].compactMap { $0 }.joined(separator: " / ")
  }

  /// The mark of the bar, for the mouse.
  struct Target: Hashable {}

  func draw(in row: Rect, on canvas: inout Canvas) {
    let bar = ProgressBar(fraction: progress, label: label)
    bar.draw(in: row, on: &canvas)
    let columns = bar.barColumns(in: row.width)
    guard columns > 0 else { return }
    canvas.mark(Rect(x: row.x, y: row.y, width: columns, height: 1), as: Target())
    func mark(_ bookmark: ReplayBookmark, _ sign: String) {
      let x = min(columns - 1, Int(bookmark.progress * Double(columns)))
      canvas.write(
        sign, at: Point(row.x + x, row.y),
        style: Style(foreground: .warning, attributes: [.bold, .reverse]))
    }
    for bookmark in bookmarks { mark(bookmark, "'") }
    if let loop {
      mark(loop.start, "A")
      if let end = loop.end { mark(end, "B") }
    }
  }
}
