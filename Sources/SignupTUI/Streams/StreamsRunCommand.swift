/// `streams run`: the emissions of streams, as lines of JSON.
struct StreamsRunCommand: Command {
  /// The streams.
  var selection: StreamSelection
  /// The rate at which they run.
  var speed = StreamSpeed.times(1)

  /// True if the source is followed when others change it.
  var isWatching = false
  /// The time between two requests to a URL.
  var interval = Duration.seconds(1)
  /// The sources of the inputs.
  var inputs = InputOptions()
  /// The form of the output; nil for the usual one.
  var format: EmissionFormat?

  private static let watch = OptionSpec(
    "--watch", help: "go on, and switch to new streams when the file changes")

  private static let json = OptionSpec(
    "--json", help: "write lines of JSON with t, stream and value, as without it")

  private static let to = Option<EmissionFormat>(
    spec: OptionSpec(
      "--to",
      value: OptionValue(
        placeholder: "FORMAT",
        kind: .choice(EmissionFormat.allCases.map(\.rawValue), usual: "json")),
      help: "write lines of JSON (default), a table with commas, or the values alone"),
    read: EmissionFormat.init
  ).ofCommandLineOnly

  private static let poll = Option<Double>(
    spec: OptionSpec(
      "--poll",
      value: OptionValue(placeholder: "SECONDS", kind: .number("seconds from 0.05 to 86400")),
      help: "how often a URL is looked at (default: 1)")
  ) { text in Double(text).flatMap { (0.05...86_400).contains($0) ? $0 : nil } }

  private static let speed = Option<StreamSpeed>(
    spec: OptionSpec(
      "--speed", value: OptionValue(placeholder: "N|max", kind: .number(StreamSpeed.noun)),
      help: "how many seconds of the streams pass in one (default: 1), or max for all at once"),
    read: StreamSpeed.init)

  static let name = "streams run"

  static let specification = CommandSpec(
    name: name, summary: "write what streams send as lines of JSON",
    purpose: "Run streams, and write what they send as lines of JSON.",
    operands: StreamSelection.operands, synopsis: StreamSelection.usage,
    options: InputOptions.specs + [speed.spec, watch, poll.spec, json, to.spec],
    rules: [.apart([json], [to.spec], because: "each is a form of the output")],
    notes: [
      #"A value is {"t":2.0,"stream":"Serial Stream A","value":2}, the end of a stream "#
        + #"{"t":4.0,"stream":"Serial Stream A","completion":"finished"}. t counts the seconds of "#
        + "the streams' own clock, and is the same at every speed. A stream that reaches a limit ends "
        + #"with the completion "failed", and the exit status is 1."#,
      "Without ID or NAME all streams of the file run side by side, each from t 0, also those "
        + "that are part of others. What cannot be read or computed is reported on standard "
        + "error, the rest goes on, and the exit status is 1.",
      "With --watch a stream whose document changes, or one that it refers to, ends with the "
        + #"completion "replaced" and begins again from t 0; one whose document is gone ends with "#
        + #""removed". What cannot be read leaves the old running, and is reported once."#,
      "Each input of the streams needs a source: '--input prices=-' reads standard input, a value a "
        + "line. A line that is no value of the input's type is reported with its number and left "
        + "out. With --watch the values go on through the new streams, none lost and none twice; "
        + "operators that have not changed keep their state, and the completion \"replaced\" marks "
        + "the switch. The command ends when all inputs have.",
      "A URL that cannot be read is reported once, and asked for again after pauses that double up to "
        + "a minute; when it can be read again, that is said, too.",
      "Files and standard input wait for a slow reader of the output; of a receiver up to "
        + "\(ReceiverFeed.limit) positions wait, and then the oldest are dropped, which is said.",
      StreamSelection.note,
    ])
}

extension StreamsRunCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    selection = try StreamSelection(arguments, insteadOfSecrets: StreamSelection.signed)
    if let speed = try arguments[Self.speed] { self.speed = speed }
    isWatching = arguments.has(Self.watch)
    inputs = try InputOptions(arguments)
    try inputs.requests.check(selection.file, inputs.bindings)
    if let seconds = try arguments[Self.poll] {
      let isPolled = isWatching || inputs.bindings.contains { $0.source.isPolled }
      guard isPolled || !arguments.isOnCommandLine(Self.poll.spec) else {
        throw UsageError(
          "--poll needs --watch or an input from a URL, because otherwise a URL is looked at once.")
      }
      interval = .seconds(seconds)
      inputs.interval = interval
    }
    if PipedStreams.isStandardInput(selection.file),
      let input = inputs.bindings.first(where: { $0.source.isStandardInput })
    {
      throw UsageError(
        "Standard input cannot be both the streams and the values of “\(input.id)”; put one of them "
          + "into a file.")
    }
    format = try arguments[Self.to] ?? (arguments.has(Self.json) ? .json : nil)
  }

  @MainActor func run() throws -> ExitStatus {
    var command = self
    command.selection.transport = try inputs.transport(for: selection.file)
    return try command.runSigned()
  }

  @MainActor private func runSigned() throws -> ExitStatus {
    let format = format ?? .json
    // Lines of JSON have escapes everywhere.
    let lines = EmissionLines(format) {
      format == .csv
        ? OutputDescriptor.output.write(foreign: $0) : OutputDescriptor.output.write($0)
    }
    let isFine = isWatching ? try follow(lines) : try runOnce(lines)
    try OutputFailure.check(lines.failure)
    return isFine ? .success : .failure
  }

  /// Runs the streams as they are.
  @MainActor private func runOnce(_ lines: EmissionLines) throws -> Bool {
    let contents = try check(selection.load())
    let wake = try LoopWake()
    let inputs = try open(wake, contents)
    let run = StreamRun(lines: lines, inputs: inputs, report: selection.report)
    let isReadable = try selection.forEach(in: contents) { stream throws(StreamDocumentError) in
      try run.add(stream)
    }
    StreamLoop(run.time, inputs, lines, at: speed, wake).run {
      guard let inputs else { return run.time.nextDate == nil }
      return run.areFinished || (inputs.haveEnded && run.time.nextDate == nil)
    }
    run.reportCounted(selection.reportInFile)
    return isReadable && !run.hasFailed && inputs?.hasFailed != true
  }

  /// Runs the streams, and follows their source.
  @MainActor private func follow(_ lines: EmissionLines) throws -> Bool {
    try selection.checkIsFollowable()
    let wake = try LoopWake()
    // A source that cannot be read yet is waited for.
    let contents = inputs.bindings.isEmpty ? nil : try? selection.load()
    if let contents, !contents.files.isEmpty { _ = try check(contents) }
    let inputs = try open(wake, contents)
    let follower = StreamFollower(of: selection, lines: lines, inputs: inputs)
    StreamLoop(follower.streams.time, inputs, lines, at: speed, wake).run(
      following: try selection.source(every: interval).updates(on: DispatchQueue(label: "streams")),
      adopt: follower.adopt
    ) {
      // A source that could not be read yet has no streams.
      guard let inputs, follower.isRunning, inputs.haveEnded else { return false }
      return follower.areFinished || follower.streams.time.nextDate == nil
    }
    follower.streams.reportCounted(selection.reportInFile)
    return inputs.map { !$0.hasFailed && !follower.streams.hasFailed } ?? true
  }

  private func check(_ contents: StreamContents) throws -> StreamContents {
    // Of several streams those that cannot be run are reported later.
    let streams = try selection.streams(in: contents)
    try inputs.check(streams, in: contents, selection.file)
    return contents
  }

  /// Opens the inputs; nil if there are none.
  private func open(_ wake: LoopWake, _ contents: StreamContents?) throws -> StreamInputs? {
    guard !inputs.bindings.isEmpty else { return nil }
    return try inputs.open(
      types: contents?.inputTypes ?? [:], over: try inputs.transport(for: selection.file), wake,
      report: { StreamSelection.report($0) })
  }
}

extension StreamContents {
  /// The types of the inputs by their ids.
  var inputTypes: [String: StreamInput.ValueType] {
    var types: [String: StreamInput.ValueType] = [:]
    for stream in streams {
      if case .input(let input) = stream.document { types[input.id] = input.type }
    }
    return types
  }
}
