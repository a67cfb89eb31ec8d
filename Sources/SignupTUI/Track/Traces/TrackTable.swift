/// The tracks of a trace, one row each, if there are several.
enum TrackTable {
  /// Returns the table, below an empty line; nothing for a single track.
  static func lines(of summary: TraceSummary, width: Int) -> [String] {
    let tracks = summary.lines
    guard tracks.count > 1 else { return [] }
    let rows = tracks.map { line in
      let track = line.statistics
      let climb = String(fixedPoint: track.climb, decimals: track.climbDecimals) + " m"
      return [
        "\(line.number)", UnitSystem.metric.distance(track.distance),
        track.elapsed.map(SummaryText.time) ?? "-",
        track.elapsed.map { _ in SummaryText.time(track.movingTime) } ?? "-",
        track.highestAltitude.map { _ in climb } ?? "-",
        track.startTime.map(FigureText.dateAndTime) ?? "-",
      ]
    }
    let names =
      [summary.kind == .track ? "Track" : "Route"] + tracks.map { name(of: $0, in: summary) }
    let table = columns([["#", "Distance", "Duration", "Moving", "Climb", "Start"]] + rows)
    return [""]
      + zip(table, names).map { text, name in
        let room = width - text.count - 2
        guard !name.isEmpty, room >= 4 else { return text }
        return text + "  " + (TextWrapping.lines(of: name, width: room).first ?? "")
      }
  }

  /// Returns the parts of tracks as a table, below an empty line.
  static func lines(of splits: [TrackSplit], areLaps: Bool) -> [String] {
    guard !splits.isEmpty else { return ["", "There are no splits."] }
    let shown = SplitTable.columns(of: splits, titled: areLaps ? "Lap" : "Split", .metric)
    let rows = splits.map { split in shown.map { $0.text(split) ?? "-" } }
    return [""] + columns([shown.map(\.look.title)] + rows)
  }

  /// Returns rows of cells as lines: each column as wide as its widest cell, flush right.
  private static func columns(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { cells in
      zip(cells, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
        .joined(separator: "  ")
    }
  }

  /// The name of a track; without one, that of its file if there are several files.
  private static func name(of track: TraceSummary.Line, in summary: TraceSummary) -> String {
    if let name = track.label?.name { return name }
    guard summary.readings.count > 1, summary.readings.indices.contains(track.source) else {
      return ""
    }
    let path = summary.readings[track.source].name
    return String(path.split(separator: "/").last ?? "")
  }
}
