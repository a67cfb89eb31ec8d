/// The line below a replay's bar: its state or the trace's kind, and what had to be left out.
@MainActor struct ReplayStatus {
  let model: ReplayViewModel
  var units = UnitSystem.metric

  /// The minimum length of a log's pause to mention.
  private static let noticed = Duration.seconds(10)

  func draw(in rect: Rect, on canvas: inout Canvas) {
    var rect = rect
    if let leftOut {
      Label(text: leftOut, style: .warning, alignment: .trailing).draw(in: rect, on: &canvas)
      rect.width = max(0, rect.width - Glyph.columns(of: leftOut) - 2)
    }
    if let notice = notice(width: rect.width) {
      canvas.write(notice, in: rect, style: .warning)
    } else if !model.outline.isComplete {
      ProgressBar(fraction: model.outline.progress, label: "of the trace read").draw(
        in: Rect(x: rect.x, y: rect.y, width: min(rect.width, 48), height: 1), on: &canvas)
    } else {
      // The page of the trace shows both in full.
      let totals = ShownTrack(model).trace?.sentence(units)
      let words = [totals.map { "Total: " + $0 }, kind].compactMap(\.self).joined(separator: "; ")
      let line = TextWrapping.clauses(of: words, width: rect.width)
      // A number that is cut would be misread.
      let fits = Glyph.columns(of: line) <= rect.width
      canvas.write(
        fits ? line : TextWrapping.clauses(of: kind, width: rect.width), in: rect, style: .muted)
    }
  }

  /// The loop, with the sums of its part if there is room, or a pause in the log that would look
  /// like a standstill.
  private func notice(width: Int) -> String? {
    let playback = model.playback
    if let loop = playback.loop {
      let start = loop.start.position.map(FigureText.time) ?? "A"
      guard let end = loop.end else { return "Loop from \(start); b ends it here, x removes it" }
      let words = "Loop \(start)–\(end.position.map(FigureText.time) ?? "B")"
      let part = model.loopedPart.map { words + ": " + $0.sentence(units) + "; x removes it" }
      if let part, Glyph.columns(of: part) <= width { return part }
      return words + "; x removes it"
    }
    guard let pause = playback.pauseAhead, pause > Self.noticed else { return nil }
    let length = FigureText.time(pause)
    guard let limit = model.longestPause, limit < pause else {
      return "The log pauses for \(length) here; → skips it"
    }
    return "The log pauses for \(length) here, cut to \(FigureText.time(limit))"
  }

  private var kind: String {
    let format = model.dialectDescription.map { "CSV: \($0)" } ?? model.format.rawValue
    let played = model.outline.kind
    let kind =
      played == .track ? format : "No track; playing the \(played.name), \(format)"
    return model.longestPause.map { "Pauses cut to \(FigureText.time($0)), " + kind } ?? kind
  }

  private var leftOut: String? {
    let lines = model.outline.statistics
    var parts = model.truncation.map { [$0.word] } ?? []
    let fixes = model.outline.track.statistics.skippedCount
    if fixes > 0 { parts.append(FigureText.count(fixes, "fix", "fixes") + " left out") }
    if let reasons = lines.skippedText {
      parts.append(FigureText.count(lines.skipped, "line") + " skipped: " + reasons)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
