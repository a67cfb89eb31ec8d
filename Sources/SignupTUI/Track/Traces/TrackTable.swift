import Positioning
import TerminalKit

/// The tracks of a trace, a row each, where there are several.
enum TrackTable {
  /// Returns the table, below an empty line; nothing for a single track.
  static func lines(of summary: TraceSummary, width: Int) -> [String] {
    let tracks = summary.lines
    guard tracks.count > 1 else { return [] }
    let head = ["#", "Distance", "Duration", "Moving", "Climb", "Start"]
    let rows = tracks.map { track in
      [
        "\(track.number)", SummaryText.distance(track.statistics.distance),
        track.statistics.elapsed.map(SummaryText.time) ?? "-",
        track.statistics.elapsed == nil ? "-" : SummaryText.time(track.statistics.movingTime),
        track.statistics.highestAltitude == nil
          ? "-"
          : SummaryText.number(track.statistics.climb, track.statistics.climbDecimals) + " m",
        track.statistics.startTime.map(FigureText.dateAndTime) ?? "-",
      ]
    }
    let widths = head.indices.map { column in
      ([head] + rows).map { $0[column].count }.max() ?? 0
    }
    func line(_ cells: [String], _ name: String) -> String {
      let text = cells.indices.map { column in
        String(repeating: " ", count: widths[column] - cells[column].count) + cells[column]
      }.joined(separator: "  ")
      let room = width - text.count - 2
      guard !name.isEmpty, room >= 4 else { return text }
      return text + "  " + (TextWrapping.lines(of: name, width: room).first ?? "")
    }
    let kind = summary.kind == .track ? "Track" : "Route"
    return ["", line(head, kind)]
      + zip(rows, tracks).map { row, track in line(row, name(of: track, in: summary)) }
  }

  /// The name of a track, else of its file where there are several.
  private static func name(of track: TraceSummary.Line, in summary: TraceSummary) -> String {
    if let name = track.label?.name { return name }
    guard summary.readings.count > 1, summary.readings.indices.contains(track.source) else {
      return ""
    }
    let path = summary.readings[track.source].name
    return String(path.split(separator: "/").last ?? "")
  }
}
