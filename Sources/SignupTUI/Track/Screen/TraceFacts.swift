import Positioning

/// The kind of a trace, how it is written and what had to be left out.
struct TraceFacts: Sendable {
  var format: TraceFormat
  /// How a table is written; nil for other formats.
  var dialect: String?
  /// Time from its start to its end; nil where it does not have dates.
  var length: Duration?
  /// The counts of what was read so far.
  var statistics: TraceStatistics
  /// Why it is not whole; nil where it is, and until that is known.
  var damage: TraceDamage?
  /// The figures of the track so far.
  var track: TrackStatistics
  /// Its tracks, routes and waypoints so far.
  var contents = TraceContents()
  /// The kind of the points that are played.
  var kind = TraceKind.track
  /// How many tracks or routes are played.
  var lineCount = 1
  /// How much of it has been read, 0…1.
  var progress: Double
  /// True once every epoch of it has been read, and there is none to come.
  var isReadToItsEnd = false

  /// A label and a text for each, in full.
  var rows: [(label: String, text: String)] {
    var rows = [("Format", format.rawValue)]
    if let dialect { rows.append(("Written with", dialect)) }
    rows.append(("Length", length.map(FigureText.time) ?? "not known: it has no dates"))
    let lines = FigureText.count(statistics.lines, "line")
    rows.append(("Read", progress < 1 ? "\(lines), \(Int(progress * 100)) % of the file" : lines))
    if let damage { rows.append(("Incomplete", "\(damage)")) }
    rows.append(("Epochs", "\(statistics.epochs), \(statistics.fixes) of them with a fix"))
    if track.fixCount > 0 { rows.append(("In all", TraceTotals(self).sentence(.metric))) }
    rows += lineRows
    if track.gapDistance >= 0.5 {
      let gaps = FigureText.count(track.gapCount, "gap")
      rows.append(("Not counted", "\(UnitSystem.metric.distance(track.gapDistance)) in \(gaps)"))
    }
    if let kept = track.keptOutlierCount {
      let outliers = FigureText.count(kept, "outlier")
      rows.append(("Kept", "\(outliers): so many that the rule does not fit this trace"))
    }
    let leftOut = LeftOut.reasons(track)
    for (number, reason) in leftOut.enumerated() {
      rows.append((number == 0 ? "Left out" : "", reason))
    }
    let reasons = statistics.skipReasons
    if reasons.isEmpty {
      let isNothing = leftOut.isEmpty && damage == nil
      rows.append(("Skipped", isNothing ? "nothing" : "no line"))
    }
    for (number, reason) in reasons.enumerated() {
      let lines = FigureText.count(statistics.skipped(reason), "line")
      rows.append((number == 0 ? "Skipped" : "", "\(lines): \(reason.meaning)"))
    }
    let oddities = [
      ("Unusual", TraceStatistics.unusualEpochs), ("Unused", TraceStatistics.unusedSentences),
    ]
    for (label, irregularities) in oddities {
      if let text = statistics.text(of: irregularities) { rows.append((label, text)) }
    }
    return rows
  }

  /// The tracks by their numbers and names where there are several, and what there is besides.
  private var lineRows: [(String, String)] {
    var rows: [(String, String)] = []
    if contents.tracks.count > 1 {
      for (index, track) in contents.tracks.prefix(50).enumerated() {
        let name = track.label?.name.map { " \($0)" } ?? ""
        rows.append((index == 0 ? "Tracks" : "", "\(track.number)\(name)"))
      }
    }
    var others: [String] = []
    if !contents.routes.isEmpty { others.append(FigureText.count(contents.routes.count, "route")) }
    if !contents.waypoints.isEmpty {
      others.append(FigureText.count(contents.waypoints.count, "waypoint"))
    }
    let played = kind == .track ? "" : "; without a track, the \(kind.name) is played"
    if !others.isEmpty {
      rows.append(("Besides", others.joined(separator: ", ") + played))
    }
    return rows
  }
}

/// Fixes that were read, and that the figures and the map leave out.
enum LeftOut {
  /// How many.
  static func count(_ statistics: TrackStatistics) -> Int { statistics.skippedCount }

  /// How many for each reason, in full.
  static func reasons(_ statistics: TrackStatistics) -> [String] {
    TrackStatistics.SkipReason.allCases.compactMap { reason in
      let count = statistics.skipped(by: reason)
      return count > 0 ? FigureText.count(count, "fix", "fixes") + ": " + reason.meaning : nil
    }
  }
}

extension TrackStatistics.SkipReason {
  /// The reason in full.
  var meaning: String {
    switch self {
    case .invalid: "without a valid place"
    case .outOfOrder: "older than the one before"
    case .duplicate: "the place and the time of the one before again"
    case .outlier: "so far off that nothing could have got there"
    }
  }
}

extension TraceDamage {
  /// The damage in three words or so.
  var word: String {
    switch self {
    case .archive: "archive damaged"
    case .unreadable: "end unreadable"
    case .shortened, .cutOff: "end missing"
    }
  }
}

extension TraceStatistics {
  /// Why lines were skipped, as far as there were any.
  var skipReasons: [SkipReason] { SkipReason.allCases.filter { skipped($0) > 0 } }
}

extension TraceStatistics.SkipReason {
  /// The reason in a word or two, after a number of lines.
  var word: String {
    switch self {
    case .badChecksum: "bad checksum"
    case .missingChecksum: "no checksum"
    case .malformedField: "malformed"
    case .truncated: "cut"
    case .overlong: "too long"
    case .text: "text"
    case .otherKind: "other kind"
    }
  }

  /// The reason in full.
  var meaning: String {
    switch self {
    case .badChecksum: "the checksum does not fit"
    case .missingChecksum: "without the checksum that the others have"
    case .malformedField: "a number, time or place is malformed or out of range"
    case .truncated: "cut off"
    case .overlong: "too long"
    case .text: "text, no data"
    case .otherKind: "of another kind than positions"
    }
  }
}
