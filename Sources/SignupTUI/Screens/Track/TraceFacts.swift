import Positioning
import TerminalKit
import ViewModels

/// What a trace is, how it is written and what had to be left out, in full.
@MainActor
struct TraceFacts {
  private var table = Table(
    columns: [.init(width: 12, style: .muted), .init(width: 0)], hasHeader: false)

  mutating func handle(_ press: KeyPress) -> Bool { table.handle(press) }

  mutating func draw(_ model: ReplayViewModel, in rect: Rect, on canvas: inout Canvas) {
    // Two more columns are for the marks where not all of it fits.
    let width = max(0, rect.width - 12 - 2 - 2)
    table.columns[1].width = width
    var rows: [(label: String, text: String)] = []
    for (label, text) in TraceFacts.facts(of: model) {
      for (number, line) in TextWrapping.lines(of: text, width: width).enumerated() {
        rows.append((number == 0 ? label : "", line))
      }
    }
    table.draw(rows.indices, in: rect, on: &canvas) { row, column in
      column == 0 ? rows[row].label : rows[row].text
    }
  }

  private static func facts(of model: ReplayViewModel) -> [(label: String, text: String)] {
    let statistics = model.readStatistics
    var facts = [("Format", model.format.rawValue)]
    if let dialect = model.dialectDescription { facts.append(("Written with", dialect)) }
    facts.append(("Length", model.duration.map(FigureText.time) ?? "not told: it has no dates"))
    facts.append(("Read so far", FigureText.count(statistics.lines, "line")))
    facts.append(("Moments", "\(statistics.epochs), \(statistics.fixes) of them with a fix"))
    let reasons = statistics.skipReasons
    if reasons.isEmpty { facts.append(("Skipped", "nothing")) }
    for (number, reason) in reasons.enumerated() {
      let lines = FigureText.count(statistics.skipped(reason), "line")
      facts.append((number == 0 ? "Skipped" : "", "\(lines): \(reason.meaning)"))
    }
    return facts
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
