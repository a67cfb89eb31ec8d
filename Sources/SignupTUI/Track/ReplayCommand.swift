/// `replay`: recorded traces on the screen.
struct ReplayCommand: Command {
  /// The traces, one or more.
  var files: [String]
  /// True if the trace is still being written.
  var isFollowing = false
  /// True if traces are played one after another, even those recorded at the same time.
  var isInTurn = false
  /// The length in seconds to which longer pauses in the log are shortened; nil keeps them.
  var longestPause: Int?
  /// The track to play; nil for all.
  var line: TraceSelection.Line?
  /// The options for reading the traces.
  var reading = TraceOptions()
  /// The options of the track.
  var options = TrackOptions()

  private static let follow = OptionSpec(
    "--follow", help: "follow a log that is still being written"
  ).ofCommandLineOnly
  private static let inTurn = OptionSpec(
    "--in-turn",
    help: "play the logs in turn, even if they overlap in time"
  ).ofCommandLineOnly
  private static let longestPause = Option.number(
    "--max-pause", "SECONDS", 0...86_400, of: "whole seconds",
    help: "shorten pauses to this (default: keep them)")

  private static let reading = [TraceReadingOptions.track.spec] + TraceReadingOptions.specs

  private static func traces(_ options: [OptionSpec]) -> [CommandSpec.UsagePart] {
    [.operand(.traces)] + options.optional
  }

  static let name = "replay"

  static let specification = CommandSpec(
    name: name, summary: "play GPS logs on a map",
    purpose: "Play GPS logs by their own clock, with metrics, a map and a profile.",
    operands: [.traces], synopsis: [.operand(.traces)],
    usages: [
      traces([longestPause.spec] + reading + [inTurn]) + TrackOptions.screenUsage,
      traces([longestPause.spec] + reading.dropFirst()) + TrackOptions.linesUsage,
      [.operand(.file), .required(follow)] + TrackOptions.screenUsage,
    ],
    options: [longestPause.spec] + reading + [inTurn, follow] + TrackOptions.specs,
    rules: [[longestPause.spec], reading + [inTurn]].map {
      .apart($0, [follow], because: "a log that is still being written is shown as it grows")
    },
    examples: [
      "replay ride.fit": "play a ride",
      "replay ann.gpx bea.gpx": "play two rides on one map",
    ])
}

extension ReplayCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    files = try arguments.traces
    isFollowing = arguments.has(Self.follow)
    isInTurn = arguments.has(Self.inTurn)
    longestPause = try arguments[Self.longestPause]
    line = try arguments[TraceReadingOptions.track]
    reading = try TraceReadingOptions.options(arguments)
    options = try TrackOptions(arguments)
    if isFollowing, files.count > 1 { throw UsageError("--follow reads only one file.") }
    if isFollowing, files == ["-"] {
      throw UsageError("--follow needs a file; for a pipe, use '\(Program.name) track -'.")
    }
  }

  @MainActor func run() throws -> ExitStatus {
    if isFollowing {
      return try ReceiverSession(
        source: FollowedFile(path: files[0]), session: TrackSession(options: options),
        command: "replay --follow"
      ).run()
    }
    let loop = try EventLoop()
    let display = try Display(
      options.display, needsAnswers: false,
      input: files.contains("-") ? try TerminalKeys.beside("a trace", pipedInto: "replay") : 0,
      instead: "For text instead of a screen, use 'SignupTUI replay FILE --accessible' or "
        + "'SignupTUI export FILE --to csv'.")
    // Opened before the screen is touched, so that a bad file leaves nothing half drawn.
    let areLines = display.presentation == .lines
    let joined =
      files.count == 1
      ? nil : try JoinedTraces(of: files, options: reading, isInTurn: isInTurn || areLines)
    let trace = try joined?.file ?? TraceFile(path: files[0], options: reading)
    try check(trace)
    if joined == nil { OutputDescriptor.error.report(trace.warnings, of: files[0]) }
    let scheduler = LoopScheduler(loop: loop)
    func open(_ line: TraceSelection.Line?) -> ReplayViewModel {
      var replay = ReplayOptions()
      replay.line = line
      replay.longestPause = longestPause.map { .seconds($0) }
      replay.isSideBySide = line == nil && joined?.parallelCount != nil
      let provider = TraceLocationProvider(file: trace, options: replay, scheduler: scheduler)
      let model = ReplayViewModel(
        provider: provider, beginning: options.beginning(trackCount: joined?.parallelCount ?? 1),
        scheduler: scheduler)
      model.togglePause()
      return model
    }
    let model = open(line)
    if areLines {
      let status = TrackDialogue.run(
        model.track, .player(model, look: options.look), display, loop, options)
      // Its dialogue has reported the reason.
      guard status == .success else { return status }
      return model.truncation != nil ? .failure : model.statusOfFixes()
    }
    let session = ReplaySession(replay: model, line: line, open: open)
    var look = options.look
    if files.count > 1 { look.colour = .tracks }
    let title = files.count > 1 ? FigureText.count(files.count, "trace") : nil
    let screen = ReplayScreen(session: session, look: look, title: title)
    let status = try display.show(screen, on: loop).exitStatus
    return status == .success ? session.replay.statusOfReading() : status
  }

  /// Throws if the trace does not have the requested track.
  private func check(_ trace: TraceFile) throws {
    guard let line else { return }
    var trace = trace
    let kind = try trace.playedKind()
    trace.select(TraceSelection(kind: kind, line: line))
    guard try trace.next() == nil else { return }
    let contents = trace.contents
    throw MissingTrack(line: line, tracks: kind == .route ? contents.routes : contents.tracks)
  }
}

extension ReplayViewModel {
  /// Returns the exit status of a program that has shown the trace; reports the reason on standard
  /// error if it is not success.
  func statusOfReading() -> ExitStatus {
    guard let problem = location.errorMessage ?? incompleteness else { return statusOfFixes() }
    OutputDescriptor.error.report("\(Program.name): \(problem).")
    return .failure
  }

  /// Returns failure, and reports it, if there was no fix.
  func statusOfFixes() -> ExitStatus {
    guard hasNoFix else { return .success }
    OutputDescriptor.error.report("\(Program.name): \(path): it has no fixes.")
    return .failure
  }
}
