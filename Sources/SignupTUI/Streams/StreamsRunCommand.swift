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
  /// The format of the output; nil for the default.
  var format: EmissionFormat?

  private static let watch = OptionSpec(
    "--watch", help: "run the new streams if the file changes")

  private static let json = OptionSpec(
    "--json", help: "print lines of JSON (default)")

  private static let to = Option<EmissionFormat>(
    spec: OptionSpec(
      "--to",
      value: OptionValue(
        placeholder: "FORMAT",
        kind: .choice(EmissionFormat.allCases.map(\.rawValue), usual: "json")),
      help: "print json (default), csv, or only the values"),
    read: EmissionFormat.init
  ).ofCommandLineOnly

  private static let poll = Option<Double>(
    spec: OptionSpec(
      "--poll",
      value: OptionValue(placeholder: "SECONDS", kind: .number("seconds from 0.05 to 86400")),
      help: "check a URL this often (default: 1)")
  ) { text in Double(text).flatMap { (0.05...86_400).contains($0) ? $0 : nil } }

  private static let speed = Option<StreamSpeed>(
    spec: OptionSpec(
      "--speed", value: OptionValue(placeholder: "N|max", kind: .number(StreamSpeed.noun)),
      help: "run at this speed (default: 1), or as fast as possible"),
    read: StreamSpeed.init)

  static let name = "streams run"

  static let specification = CommandSpec(
    name: name, summary: "run streams and print their values",
    purpose: "Run streams and print their values, as lines of JSON by default.",
    operands: StreamSelection.operands, synopsis: StreamSelection.usage,
    options: InputOptions.specs + [speed.spec, watch, poll.spec, json, to.spec],
    rules: [.apart([json], [to.spec], because: "each sets the format of the output")],
    examples: [
      "streams run clock.json --speed max": "print all values at once",
      "streams run s.json --input prices=-": "read an input from a pipe",
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
          "--poll needs --watch or an input from a URL, because otherwise a URL is read only once.")
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
    // Waits for a source that cannot be read yet.
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
    // If there are several streams, those that cannot run are reported later.
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
