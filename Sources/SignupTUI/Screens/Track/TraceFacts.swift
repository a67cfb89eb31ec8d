import Positioning

/// What a trace is, how it is written and what had to be left out.
struct TraceFacts: Sendable {
  var format: TraceFormat
  /// How a table is written; nil for other formats.
  var dialect: String?
  /// Time from its start to its end; nil where it does not have dates.
  var length: Duration?
  /// What was read so far.
  var statistics: TraceStatistics
  /// Whether every epoch of it has been read, and there is none to come.
  var isReadToItsEnd = false

  /// A label and a text for each, in full.
  var rows: [(label: String, text: String)] {
    var rows = [("Format", format.rawValue)]
    if let dialect { rows.append(("Written with", dialect)) }
    rows.append(("Length", length.map(FigureText.time) ?? "not told: it has no dates"))
    rows.append(("Read so far", FigureText.count(statistics.lines, "line")))
    rows.append(("Moments", "\(statistics.epochs), \(statistics.fixes) of them with a fix"))
    let reasons = statistics.skipReasons
    if reasons.isEmpty { rows.append(("Skipped", "nothing")) }
    for (number, reason) in reasons.enumerated() {
      let lines = FigureText.count(statistics.skipped(reason), "line")
      rows.append((number == 0 ? "Skipped" : "", "\(lines): \(reason.meaning)"))
    }
    return rows
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
