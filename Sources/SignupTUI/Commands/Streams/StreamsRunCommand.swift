import TerminalKit
import ViewModels

/// `streams run`: what streams send, as lines of JSON.
struct StreamsRunCommand: Command {
  /// The streams.
  var selection: StreamSelection
  /// How fast they run.
  var speed = StreamSpeed.times(1)

  private static let speed = Option<StreamSpeed>(
    spec: OptionSpec(
      "--speed",
      value: OptionValue(placeholder: "N|max", kind: .number(StreamSpeed.noun)),
      help: "how many seconds of the streams pass in one (default: 1), or max for all at once"),
    read: StreamSpeed.init)

  static let specification = CommandSpec(
    name: "streams run", summary: "write what streams send as lines of JSON",
    purpose: "Run streams, and write what they send as lines of JSON.",
    operands: StreamSelection.operands, synopsis: StreamSelection.usage,
    usages: [StreamSelection.usage + [.optional(speed.spec)]],
    options: [speed.spec],
    notes: [
      #"A value is {"t":2.0,"stream":"Serial Stream A","value":2}, the end of a stream "#
        + #"{"t":4.0,"stream":"Serial Stream A","completion":"finished"}. t counts the seconds of "#
        + "the streams' own clock, and is the same at every speed.",
      "Without ID or NAME all streams of the file run side by side, each from t 0, also those "
        + "that are part of others. What cannot be read or computed is reported on standard "
        + "error, the rest goes on, and the exit status is 1.",
    ])
}

extension StreamsRunCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    selection = StreamSelection(arguments)
    if let speed = try arguments[Self.speed] { self.speed = speed }
  }

  @MainActor func run() throws -> ExitStatus {
    let lines = EmissionLines { OutputDescriptor.output.write($0) }
    let run = StreamRun(lines: lines, report: selection.report)
    let isFine = try selection.forEach(run.add)
    run.finish(waiting: speed.clock(startingAt: .now))
    if let code = lines.failure { throw OutputFailure(code: code) }
    return isFine && !run.hasFailed ? .success : .failure
  }
}
