/// The options of a command line about inputs.
struct InputOptions: Equatable, Sendable {
  /// The sources of the inputs.
  var bindings: [InputBinding] = []
  /// The format of the lines; nil to detect it for each line.
  var lines: LineFormat?
  /// True if files are followed as they grow.
  var follows = false
  /// The source of a value's time; nil if values come at their own pace.
  var time: InputTime?
  /// The time between two requests to a page.
  var interval = Duration.seconds(1)
  /// True if an input's program is restarted when it ends.
  var restarts = false
  /// The headers of requests.
  var requests = RequestFiles()

  static let input = OptionSpec(
    "--input", value: OptionValue(placeholder: "ID=SOURCE", kind: .listed(.files)),
    help: "read an input from -, a file, a URL, trace:FILE, tcp:HOST:PORT, udp:PORT, gpsd or "
      + "device:PATH"
  ).ofCommandLineOnly

  static let command = OptionSpec(
    "--input-command", value: OptionValue(placeholder: "ID=PROGRAM", kind: .text),
    help: "read an input from the output of a program"
  ).ofCommandLineOnly

  static let lines = Option<LineFormat>(
    spec: OptionSpec(
      "--lines",
      value: OptionValue(
        placeholder: "FORMAT", kind: .choice(LineFormat.allCases.map(\.rawValue), usual: nil)),
      help:
        "read lines as \(LineFormat.allCases.map(\.rawValue).alternatives) (default: json, else text)"
    ),
    read: LineFormat.init)

  static let follow = OptionSpec("--follow", help: "keep reading as files grow")

  static let time = Option.text(
    "--time", "EXPRESSION",
    help: "take the time of each value from this field or expression"
  ).ofCommandLineOnly

  static let restart = OptionSpec(
    "--restart", help: "restart programs of --input-command when they end")

  static let specs =
    [input, command, restart, lines.spec, follow, time.spec] + RequestFiles.specs
}

extension InputOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    for text in arguments.allTexts[Self.input.name] ?? [] {
      bindings.append(try InputBinding(text))
    }
    for text in arguments.allTexts[Self.command.name] ?? [] {
      bindings.append(try InputBinding(command: text))
    }
    lines = try arguments[Self.lines]
    follows = arguments.has(Self.follow)
    restarts = arguments.has(Self.restart)
    requests = try RequestFiles(arguments)
    if let text = try arguments[Self.time] {
      guard !text.isEmpty else {
        throw UsageError("--time needs the name of a field or an expression.")
      }
      do throws(StreamExpressionError) { time = try InputTime(text) } catch {
        throw UsageError("--time '\(text)': \(error.description).")
      }
    }
    try checkAlone()
  }

  /// Throws if the bindings contradict each other.
  private func checkAlone() throws(UsageError) {
    for (index, binding) in bindings.enumerated()
    where bindings[..<index].contains(where: { $0.id == binding.id }) {
      throw UsageError("The input “\(binding.id)” is bound twice; remove one of them.")
    }
    let piped = bindings.filter(\.source.isStandardInput)
    if piped.count > 1 {
      throw UsageError(
        "Standard input can be bound to one input, not to “\(piped[0].id)” and “\(piped[1].id)”.")
    }
    let follower = bindings.contains { if case .file = $0.source { true } else { false } }
    if follows, !follower {
      throw UsageError("--follow needs a file from --input.")
    }
    let hasProgram = bindings.contains { if case .command = $0.source { true } else { false } }
    if restarts, !hasProgram {
      throw UsageError("--restart needs a program from --input-command.")
    }
  }

  /// Throws if the inputs that streams need are not bound, if something else is, or if it is of
  /// another type.
  ///
  /// - Parameters:
  ///   - streams: The streams that are run.
  ///   - contents: All documents of the file.
  ///   - name: The name of the file.
  func check(
    _ streams: [StreamContents.Stream], in contents: StreamContents, _ name: String
  ) throws(UsageError) {
    try checkBindings(in: contents, name)
    for stream in streams {
      for input in stream.library.inputs(of: stream.document.id)
      where !bindings.contains(where: { $0.id == input.id }) {
        let title = stream.document.title
        throw UsageError(
          (input.id == stream.document.id
            ? "The input “\(input.id)” is not bound"
            : "“\(title)” needs the input “\(input.id)”, which is not bound")
            + "; add --input \(input.id)=- for standard input, or another source.")
      }
    }
  }

  /// Throws if a binding names something that is not an input, or has another type.
  ///
  /// - Parameters:
  ///   - contents: All documents of the file.
  ///   - name: The name of the file.
  func checkBindings(in contents: StreamContents, _ name: String) throws(UsageError) {
    let known = contents.streams.compactMap { stream -> StreamInput? in
      if case .input(let input) = stream.document { input } else { nil }
    }
    for binding in bindings {
      guard let input = known.first(where: { $0.id == binding.id }) else {
        throw UsageError(unknown(binding, among: known.map(\.id), name))
      }
      try check(binding, for: input)
    }
  }

  private func unknown(_ binding: InputBinding, among ids: [String], _ name: String) -> String {
    let advice =
      Suggestion.nearest(to: binding.id, among: ids).map { "did you mean “\($0)”?" }
      ?? (ids.isEmpty ? "it has none." : "use \(ids.prefix(8).map { "“\($0)”" }.alternatives).")
    return "There is no input “\(binding.id)” in \(name); \(advice)"
  }

  private func check(_ binding: InputBinding, for input: StreamInput) throws(UsageError) {
    let takes = "The input “\(input.id)” takes \(input.type.nouns), "
    let takesObjects = input.type == .object || input.type == .any
    if binding.source.hasPositions, !takesObjects {
      throw UsageError(takes + "and \(binding.source.name) sends positions, which are objects.")
    }
    if lines == .text, input.type == .object, !binding.source.hasPositions {
      throw UsageError(takes + "which plain text cannot express; use --lines json or csv.")
    }
    if case .field? = time, !takesObjects {
      throw UsageError(takes + "which have no field for --time.")
    }
  }
}

extension InputOptions {
  /// Opens the sources.
  ///
  /// - Parameters:
  ///   - types: The types of the inputs by their ids, if known.
  ///   - transport: Fetches pages.
  ///   - wake: Wakes the loop that reads them.
  ///   - report: Receives a sentence for each error.
  func open(
    types: [String: StreamInput.ValueType], over transport: any Transport, _ wake: LoopWake,
    report: @escaping StreamInputs.Report
  ) throws -> StreamInputs {
    let bindings = bindings.map { binding -> StreamInputs.Binding in
      let isTrace = if case .trace = binding.source { true } else { false }
      return (
        binding.id, isTrace ? .positions : time, !isTrace,
        {
          try feed(
            binding.source, types[binding.id] ?? .any, wake, transport, report: $0, notice: $1)
        }
      )
    }
    return try StreamInputs(
      bindings, now: { Double(Timestamp.now.nanosecondsSince1970) / 1e9 }, report: report)
  }

  /// Returns the transport that fetches pages and streams, with the headers of files.
  ///
  /// - Parameter file: The path or the URL of the streams; nil for the default one.
  func transport(for file: String?) throws -> HeadedTransport {
    try requests.transport(file, bindings)
  }

  private func feed(
    _ bound: InputBinding.Source, _ type: StreamInput.ValueType, _ wake: LoopWake,
    _ transport: any Transport, report: @escaping StreamInputs.Report,
    notice: @escaping StreamInputs.Report
  ) throws -> any InputFeed {
    let source: StreamInputSource
    switch bound {
    case .trace(let path): return try TraceFeed(path: path, report: report)
    case .receiver(let choice):
      try ThreadSupply.check()
      return ReceiverFeed(choice, name: bound.name, wake, report: report, problem: notice)
    case .file(let path) where follows:
      try ThreadSupply.check()
      let queue = InputQueue<[UInt8]>(limit: 4, wake)
      let sender = FollowedBytes(path: path, to: queue, report: report)
      return lines(QueueOrigin(queue, sender: sender))
    case .standardInput: source = .standardInput
    case .file(let path): source = .file(path)
    case .command(let words) where restarts:
      return lines(try RestartedOrigin(words, wake, notice: notice))
    case .command(let words): source = .command(words)
    case .web(let url):
      try ThreadSupply.check()
      source = .web(url, every: interval, transport)
    }
    return lines(try source.origin(wake, notice: notice))
    func lines(_ origin: any ByteOrigin) -> LineFeed {
      let reader = LineReader(of: type, format: self.lines, returnsLines: true)
      return LineFeed(origin, name: bound.name, reader, report: report)
    }
  }
}
