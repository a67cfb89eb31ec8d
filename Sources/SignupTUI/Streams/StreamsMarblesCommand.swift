/// `streams marbles`: diagrams of streams as text, or of one as a picture.
struct StreamsMarblesCommand: Command {
  /// The kinds of diagrams.
  enum Format: String, CaseIterable { case text, svg }

  /// The streams.
  var selection: StreamSelection
  /// The kind of diagram.
  var format = Format.text
  /// The seconds of a cell; nil to choose.
  var step: Double?

  private static let step = Option<Double>(
    spec: OptionSpec(
      "--step",
      value: OptionValue(placeholder: "SECONDS", kind: .number("seconds from 0.001 to 86400")),
      help: "how much time a cell of the diagram is (default: as much as fits)")
  ) { text in Double(text).flatMap { (0.001...86_400).contains($0) ? $0 : nil } }

  private static let format = Option<Format>(
    spec: OptionSpec(
      "--format",
      value: OptionValue(
        placeholder: "FORMAT", kind: .choice(Format.allCases.map(\.rawValue), usual: "text")),
      help: "draw lines of text (default), or one stream as a picture in SVG"), read: Format.init)

  static let name = "streams marbles"

  static let specification = CommandSpec(
    name: name, summary: "draw streams as lines of text, or as a picture",
    purpose: "Draw what streams do over time, a cell for each step of time.",
    operands: StreamSelection.operands, synopsis: StreamSelection.usage,
    options: [step.spec, format.spec],
    notes: [
      "A chain has a row for its source and one for each operator, with the result up to there; a "
        + "union or join has its sources and the result. Without ID or NAME all streams of the "
        + "file are drawn, with an empty line between them; a picture is of one.",
      "What happens at one time stands in one column, below the time in seconds; | is the end and "
        + "# a failure. A * with a number stands for several values of one step, … for the rest of "
        + "a long one, and the notes below say them. Without --step a cell is a second, or so much "
        + "less that each time has its own, or more where the diagram would be wider than 120 "
        + "columns. At most 10000 values of a row, 10000 cells and 4 MiB in all are drawn, and … "
        + "at the end of a row stands for what comes later.", StreamSelection.note,
    ])
}

extension StreamsMarblesCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    selection = try StreamSelection(arguments)
    step = try arguments[Self.step]
    format = try arguments[Self.format] ?? .text
  }

  /// The number of failures that are remembered, so that they are not reported twice.
  private static let failureLimit = 2_000

  @MainActor func run() throws -> ExitStatus {
    let contents = try selection.load()
    if format == .svg, try selection.streams(in: contents).count > 1 {
      throw UsageError("A picture is of one stream; add the ID or the NAME of the one to draw.")
    }
    var failures: Set<StreamFailure> = []
    var limit = ReportLimit()
    let budget = StreamBudget.ofProgram
    var isFirst = true
    var lost: OutputFailure?
    func write(_ line: String) {
      guard lost == nil else { return }
      lost = OutputDescriptor.output.report(line).map(OutputFailure.init)
    }
    let isFine = try selection.forEach(in: contents) { stream throws(StreamDocumentError) in
      guard lost == nil else { return }
      // Each row runs what the row above it runs, too, so the same failure comes several times.
      let timeline = try stream.library.timeline(of: stream.document.id, budget: budget) {
        failure in
        // Very many are different; those are counted by their kind.
        guard failures.count >= Self.failureLimit || failures.insert(failure).inserted else {
          return
        }
        limit.note(failure.kind) { ending in selection.reportInFile("\(failure)\(ending)") }
      }
      if !isFirst { write("") }
      isFirst = false
      let diagram = MarbleDiagram(
        timeline, step: step.map { Int(($0 * 1e9).rounded()) }, columns: { Glyph.columns(of: $0) })
      switch format {
      case .text: diagram.writeText(to: write)
      case .svg: diagram.writeSVG(to: write)
      }
    }
    limit.finish { step, count in selection.reportInFile("\(step): and \(count) more") }
    if let lost { throw lost }
    return isFine && failures.isEmpty ? .success : .failure
  }
}
