import Positioning

/// The totals of a whole trace, a label and a text each, as soon as they are known.
struct TraceTotals {
  private let track: TrackStatistics
  private let trackCount: Int
  private let statistics: TraceStatistics
  private let progress: Double
  private let kind: TraceKind

  /// Makes the totals of what is known of a trace.
  init(_ trace: TraceFacts) {
    track = trace.track
    trackCount = trace.lineCount
    statistics = trace.statistics
    progress = trace.progress
    kind = trace.kind
  }

  /// True if the whole trace has been read.
  var isComplete: Bool { progress == 1 }

  /// All of them.
  func rows(_ units: UnitSystem) -> [(label: String, text: String)] {
    var rows: [(String, String)] = []
    if !isComplete { rows.append(("Read so far", "\(Int(progress * 100)) %")) }
    if trackCount > 1 || kind == .route {
      rows.append((kind == .route ? "Routes" : "Tracks", "\(trackCount)"))
    }
    rows.append(("Distance", units.distance(track.distance)))
    if let elapsed = track.elapsed {
      rows.append(("Duration", FigureText.time(elapsed)))
      rows.append(("Moving", FigureText.time(track.movingTime)))
    }
    if track.highestAltitude != nil {
      rows.append(("Climb", units.height(track.climb, decimals: 0)))
    }
    rows.append(("Fixes", "\(track.fixCount)"))
    let time = track.gapCount > 0 ? " (\(FigureText.time(track.gapTime)))" : ""
    rows.append(("Gaps", "\(track.gapCount)" + time))
    for (number, type) in types.prefix(6).enumerated() {
      rows.append((number == 0 ? "Sentences" : "", type))
    }
    if types.count > 6 { rows.append(("", "and \(types.count - 6) more types")) }
    return rows
  }

  /// The types of sentences with their numbers, the most frequent first.
  private var types: [String] {
    statistics.sentencesByType.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.key) \($0.value)" }
  }

  /// The most important ones in a line: `2 tracks, 22.2 km in 1:34:12, moving 1:20:00, 240 m up`.
  func sentence(_ units: UnitSystem) -> String {
    var parts: [String] = []
    if trackCount > 1 { parts.append(FigureText.count(trackCount, kind.name)) }
    let way = units.distance(track.distance)
    parts.append(track.elapsed.map { "\(way) in \(FigureText.time($0))" } ?? way)
    if track.elapsed != nil { parts.append("moving \(FigureText.time(track.movingTime))") }
    if track.highestAltitude != nil {
      parts.append("\(units.height(track.climb, decimals: 0)) up")
    }
    if track.gapCount > 0 { parts.append(FigureText.count(track.gapCount, "gap")) }
    return parts.joined(separator: ", ")
  }
}
