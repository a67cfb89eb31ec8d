/// The kind of a trace, its format, and what had to be left out.
struct TraceFacts: Sendable {
  var format: TraceFormat
  /// The dialect of a table; nil for other formats.
  var dialect: String?
  /// Time from its start to its end; nil if it does not have dates.
  var length: Duration?
  /// The counts of what was read so far.
  var statistics: TraceStatistics
  /// The reason why it is incomplete; nil if it is complete, and until that is known.
  var truncation: TraceTruncation?
  /// The metrics of the track so far.
  var track: TrackStatistics
  /// Its tracks, routes and waypoints so far.
  var contents = TraceContents()
  /// The kind of the points that are played.
  var kind = TraceKind.track
  /// The number of tracks or routes that are played.
  var lineCount = 1
  /// The fraction of it that has been read, 0…1.
  var progress: Double
  /// True once every epoch of it has been read, and no more will come.
  var isReadToItsEnd = false

  /// A label and a text for each fact, in full.
  var rows: [(label: String, text: String)] {
    var rows = [("Format", format.rawValue)]
    if let dialect { rows.append(("Written with", dialect)) }
    rows.append(("Length", length.map(FigureText.time) ?? "unknown: it has no dates"))
    let lines = FigureText.count(statistics.lines, "line")
    rows.append(("Read", progress < 1 ? "\(lines), \(Int(progress * 100))% of the file" : lines))
    if let truncation { rows.append(("Incomplete", "\(truncation)")) }
    rows.append(("Epochs", "\(statistics.epochs), \(statistics.fixes) of them with a fix"))
    if track.fixCount > 0 { rows.append(("Total", sentence(.metric))) }
    rows += lineRows
    if let gaps = track.notCounted(.metric) { rows.append(("Not counted", gaps)) }
    if let kept = track.keptOutlierCount {
      let outliers = FigureText.count(kept, "outlier")
      rows.append(("Kept", "\(outliers): too many for the outlier rule"))
    }
    let leftOut = track.skipCounts.map { reason, count in
      FigureText.count(count, "fix", "fixes") + ": " + reason.meaning
    }
    rows += labelled("Left out", leftOut)
    let skipped = statistics.skipReasons.map { reason in
      FigureText.count(statistics.skipped(reason), "line") + ": " + reason.words.full
    }
    let nothing = leftOut.isEmpty && truncation == nil ? "nothing" : "no lines"
    rows += labelled("Skipped", skipped.isEmpty ? [nothing] : skipped)
    rows += labelled("Unusual", [statistics.text(of: TraceStatistics.unusualEpochs)])
    return rows + labelled("Unused", [statistics.text(of: TraceStatistics.unusedSentences)])
  }

  /// Returns rows of texts, the first one with a label.
  private func labelled(_ label: String, _ texts: [String?]) -> [(String, String)] {
    texts.compactMap(\.self).enumerated().map { ($0 == 0 ? label : "", $1) }
  }

  /// The tracks by their numbers and names if there are several, and the routes and waypoints.
  private var lineRows: [(String, String)] {
    var rows: [(String, String)] = []
    if contents.tracks.count > 1 {
      let names = contents.tracks.prefix(50).map { track in
        "\(track.number)" + (track.label?.name.map { " \($0)" } ?? "")
      }
      rows = labelled("Tracks", names)
    }
    var others: [String] = []
    if !contents.routes.isEmpty { others.append(FigureText.count(contents.routes.count, "route")) }
    if !contents.waypoints.isEmpty {
      others.append(FigureText.count(contents.waypoints.count, "waypoint"))
    }
    let played = kind == .track ? "" : "; no track, so the \(kind.name) is played"
    if !others.isEmpty { rows.append(("Other", others.joined(separator: ", ") + played)) }
    return rows
  }
}
