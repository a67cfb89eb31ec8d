import CommandLineKit
import TerminalKit
import ViewModels

/// `streams run`: the emissions of streams, as lines of JSON.
struct StreamsRunCommand: Command {
  /// The streams.
  var selection: StreamSelection
  /// The rate at which they run.
  var speed = StreamSpeed.times(1)

  /// True if the place is followed when others change it.
  var isWatching = false
  /// The time between two requests to a URL.
  var interval = Duration.seconds(1)

  private static let watch = OptionSpec(
    "--watch", help: "go on, and switch to new streams when the file changes")

  private static let poll = Option<Double>(
    spec: OptionSpec(
      "--poll",
      value: OptionValue(
        placeholder: "SECONDS", kind: .number("seconds from 0.05 to 86400")),
      help: "how often a URL is looked at (default: 1)")
  ) { text in Double(text).flatMap { (0.05...86_400).contains($0) ? $0 : nil } }

  private static let speed = Option<StreamSpeed>(
    spec: OptionSpec(
      "--speed",
      value: OptionValue(placeholder: "N|max", kind: .number(StreamSpeed.noun)),
      help: "how many seconds of the streams pass in one (default: 1), or max for all at once"),
    read: StreamSpeed.init)

  static let name = "streams run"

  static let specification = CommandSpec(
    name: name, summary: "write what streams send as lines of JSON",
    purpose: "Run streams, and write what they send as lines of JSON.",
    operands: StreamSelection.operands, synopsis: StreamSelection.usage,
    usages: [
      StreamSelection.usage + [.optional(speed.spec), .optional(watch), .optional(poll.spec)]
    ],
    options: [speed.spec, watch, poll.spec],
    rules: [.needs(poll.spec, watch, because: "without it a URL is looked at once")],
    notes: [
      #"A value is {"t":2.0,"stream":"Serial Stream A","value":2}, the end of a stream "#
        + #"{"t":4.0,"stream":"Serial Stream A","completion":"finished"}. t counts the seconds of "#
        + "the streams' own clock, and is the same at every speed.",
      "Without ID or NAME all streams of the file run side by side, each from t 0, also those "
        + "that are part of others. What cannot be read or computed is reported on standard "
        + "error, the rest goes on, and the exit status is 1.",
      "With --watch a stream whose document changes, or one that it refers to, ends with the "
        + #"completion "replaced" and begins again from t 0; one whose document is gone ends with "#
        + #""removed". What cannot be read leaves the old running, and is reported once."#,
      StreamSelection.note,
    ])
}

extension StreamsRunCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    selection = StreamSelection(arguments)
    if let speed = try arguments[Self.speed] { self.speed = speed }
    isWatching = arguments.has(Self.watch)
    if let seconds = try arguments[Self.poll] { interval = .seconds(seconds) }
  }

  @MainActor func run() throws -> ExitStatus {
    let lines = EmissionLines { OutputDescriptor.output.write($0) }
    let isFine: Bool
    if isWatching {
      isFine = true
      try selection.checkIsFollowable()
      let follower = StreamFollower(of: selection, lines: lines)
      StreamWatch().run(follower, of: try selection.source(every: interval), at: speed, lines)
    } else {
      let run = StreamRun(lines: lines, report: selection.report)
      let isReadable = try selection.forEach(run.add)
      run.finish(waiting: speed.clock(startingAt: .now))
      isFine = isReadable && !run.hasFailed
    }
    try OutputFailure.check(lines.failure)
    return isFine ? .success : .failure
  }
}
