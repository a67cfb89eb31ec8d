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
      help: "set the time of a column (default: to fit 120 columns)")
  ) { text in Double(text).flatMap { (0.001...86_400).contains($0) ? $0 : nil } }

  private static let format = Option<Format>(
    spec: OptionSpec(
      "--format",
      value: OptionValue(
        placeholder: "FORMAT", kind: .choice(Format.allCases.map(\.rawValue), usual: "text")),
      help: "draw text (default), or one stream as an svg picture"), read: Format.init)

  static let name = "streams marbles"

  static let specification = CommandSpec(
    name: name, summary: "draw streams as text or as a picture",
    purpose: "Draw the values of streams over time as a marble diagram.",
    operands: StreamSelection.operands, synopsis: StreamSelection.usage,
    options: [step.spec, format.spec],
    notes: [
      "| marks the end, # a failure, * several values in one column, and … more values."
    ],
    examples: [
      "streams marbles clock.json": "draw all",
      "streams marbles clock.json ID --format svg > m.svg": "draw one",
    ])
}

extension StreamsMarblesCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    selection = try StreamSelection(arguments)
    step = try arguments[Self.step]
    format = try arguments[Self.format] ?? .text
  }

  /// The number of failures to remember, so that they are not reported twice.
  private static let failureLimit = 2_000

  @MainActor func run() throws -> ExitStatus {
    let contents = try selection.load()
    if format == .svg, try selection.streams(in: contents).count > 1 {
      throw UsageError("A picture shows one stream; add its ID or NAME.")
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
      // Each row also runs the logic of the row above it, so the same failure occurs several times.
      let timeline = try stream.library.timeline(of: stream.document.id, budget: budget) {
        failure in
        // If very many differ, they are counted by kind.
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
