import CommandLineKit
import TerminalKit
import ViewModels

/// `streams marbles`: diagrams of streams as text.
struct StreamsMarblesCommand: Command {
  /// The streams.
  var selection: StreamSelection

  static let name = "streams marbles"

  static let specification = CommandSpec(
    name: name, summary: "draw streams as lines of text",
    purpose: "Draw what streams do over time, a character for each second.",
    operands: StreamSelection.operands,
    synopsis: StreamSelection.usage, usages: [StreamSelection.usage], options: [],
    notes: [
      "A chain has a row for its source and one for each operator, with the result up to there; a "
        + "union or join has its sources and the result. Without ID or NAME all streams of the "
        + "file are drawn, with an empty line between them.",
      "A - is a second without a value and | the end; parentheses stand around what happens "
        + "within one second, brackets around a value that is not one letter or digit. At most "
        + "10000 values of a row and 4 MiB in all are drawn, and … stands for what comes after "
        + "10000 seconds.",
      StreamSelection.note,
    ])
}

extension StreamsMarblesCommand {
  init(_ arguments: Arguments) throws(UsageError) { selection = StreamSelection(arguments) }

  /// The number of failures that are remembered, so that they are not reported twice.
  private static let failureLimit = 2_000

  @MainActor func run() throws -> ExitStatus {
    var failures: Set<StreamFailure> = []
    let budget = StreamBudget.ofProgram
    var isFirst = true
    var lost: OutputFailure?
    let isFine = try selection.forEach { document, library throws(StreamDocumentError) in
      guard lost == nil else { return }
      // Each row runs what the row above it runs, too, so the same failure comes several times.
      let timeline = try library.timeline(of: document.id, budget: budget) { failure in
        // Very many are different; those are reported as they come.
        if failures.count >= Self.failureLimit || failures.insert(failure).inserted {
          selection.report(failure)
        }
      }
      if !isFirst { lost = OutputDescriptor.output.report("").map(OutputFailure.init) }
      isFirst = false
      // Line by line: all of them take several times the memory of the marbles.
      for line in timeline.lines() where lost == nil {
        lost = OutputDescriptor.output.report(line).map(OutputFailure.init)
      }
    }
    if let lost { throw lost }
    return isFine && failures.isEmpty ? .success : .failure
  }
}
