import CommandLineKit
import Platform
import Reactive
import Streams
import TerminalKit
import ViewModels

/// `streams`: all streams of a file, a folder or a URL on the screen, with their editor.
struct StreamsCommand: Command {
  /// The file, folder or URL; nil for the default source.
  var path: String?
  /// True if changes by other programs are followed.
  var isWatching = false
  /// True if lines of JSON are written instead of drawing.
  var writesJSON = false
  /// The sources of the inputs.
  var inputs = InputOptions()
  /// The options of the display.
  var display = DisplayOptions()

  private static let operand = CommandSpec.Operand(
    placeholder: "FILE|FOLDER|URL", noun: "file, folder or URL", kind: .file, isOptional: true)
  private static let watch = OptionSpec(
    "--watch", help: "follow changes by other programs")
  private static let json = OptionSpec(
    "--json", help: "print the values as lines of JSON, as 'streams run' does"
  )
  private static let displayOptions = DisplayOptions.shared

  static let name = "streams"

  static let specification = CommandSpec(
    name: name, summary: "watch and edit streams",
    purpose: "Watch streams as they run, and edit the documents that define them.",
    operands: [operand], synopsis: [.operand(operand)],
    usages: [
      [.operand(operand), .optional(watch)] + (InputOptions.specs + displayOptions).optional,
      [.operand(operand), .optional(watch), .required(json)],
    ],
    options: [watch, json] + InputOptions.specs + displayOptions,
    rules: [
      .apart([json], displayOptions, because: "JSON needs no screen"),
      .apart([json], InputOptions.specs, because: "'streams run' prints JSON for inputs"),
    ],
    examples: [
      "streams clock.json": "edit a file",
      "streams --watch https://example.com/s.json": "follow a URL",
    ])
}

extension StreamsCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    path = arguments.operand(0)
    isWatching = arguments.has(Self.watch)
    writesJSON = arguments.has(Self.json)
    inputs = try InputOptions(arguments)
    if let path { try StreamSelection.check(path, insteadOfSecrets: StreamSelection.signed) }
    try inputs.requests.check(path, inputs.bindings)
    if let piped = inputs.bindings.first(where: { $0.source.isStandardInput }) {
      throw UsageError(
        "The screen reads keys from standard input; bind “\(piped.id)” to a file, a program or a receiver, "
          + "or use 'streams run'.")
    }
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    if !writesJSON { try ThreadSupply.check() }
    // Before the loop catches signals, because fetching may take a while.
    let source = try source
    let contents = try inputs.bindings.isEmpty ? nil : checkedInputs()
    let loop = try EventLoop()
    if writesJSON { return try writeLines(of: source, loop) }
    var options = self.display
    // A dumb terminal uses lines, whatever input and output are connected to.
    if TerminalSettings.processEnvironment["TERM"] == "dumb" { options.isAccessible = true }
    let display = try Display(
      options, needsAnswers: false,
      instead: "For lines of JSON instead of a screen, use 'SignupTUI streams --json'.")
    if display.presentation == .lines {
      let dialogue = LineDialogue(loop: loop, settings: display.settings)
      defer { dialogue.close() }
      let model = try model(of: source, loop, follows: path == nil && dialogue.canBeTypedTo)
      let inputs = try open(contents, for: model, loop) { sentence in
        OutputDescriptor.error.report("\(Program.name): \(sentence)")
      }
      defer { withExtendedLifetime(inputs) {} }
      do throws(LineDialogue.Ending) {
        try StreamsDialogue(model: model, dialogue: dialogue).run()
        return model.problems.isEmpty ? .success : .failure
      } catch { return error.exitStatus(atInputEnd: .success) }
    }
    let model = try model(of: source, loop, follows: path == nil, readsAside: true)
    let screen = StreamsScreen(model: model, needsDocuments: path != nil)
    let inputs = try open(contents, for: model, loop) { [weak screen] sentence in
      loop.enqueue { if let screen { MainActor.assumeIsolated { screen.say(sentence, .warning) } } }
    }
    defer { withExtendedLifetime(inputs) {} }
    let end = try display.show(screen, on: loop)
    if let failure = screen.failure { throw failure }
    return end.exitStatus
  }

  /// The running streams.
  ///
  /// - Throws: The error that makes a given file unusable.
  @MainActor private func model(
    of source: StreamSource, _ loop: EventLoop, follows isFollowed: Bool, readsAside: Bool = false
  ) throws -> StreamWorkspace {
    let model = StreamWorkspace(
      source: source, isWatching: isWatching || isFollowed, readsAside: readsAside,
      inputs: Set(inputs.bindings.map(\.id)), scheduler: LoopScheduler(loop: loop))
    // A broken file of the default source is shown, so that the user can reset it.
    if path != nil, let failure = model.loadFailure { throw failure }
    if model.files.isEmpty, !model.isWatching, !model.isReading {
      throw StreamDocumentError(
        "it has no .json files", file: model.source.name)
    }
    return model
  }

  /// Returns the contents of the source whose inputs the command line binds.
  @MainActor private func checkedInputs() throws -> StreamContents {
    guard let path else { throw UsageError("Name the FILE whose inputs are bound.") }
    let contents = try StreamSelection(file: path, transport: inputs.transport(for: path)).load()
    try inputs.checkBindings(in: contents, path)
    return contents
  }

  /// Opens the inputs of the command line; nil if there are none.
  @MainActor private func open(
    _ contents: StreamContents?, for model: StreamWorkspace, _ loop: EventLoop,
    report: @escaping @Sendable (String) -> Void
  ) throws -> ScreenInputs? {
    guard let contents else { return nil }
    let wake = try LoopWake()
    let opened = try inputs.open(
      types: contents.inputTypes, over: inputs.transport(for: path), wake, report: report)
    let inputs = ScreenInputs(opened, of: model, wake, on: loop)
    try inputs.start()
    return inputs
  }

  /// The source of the documents; a URL is fetched.
  private var source: StreamSource {
    get throws {
      if let path {
        let selection = StreamSelection(file: path, transport: try inputs.transport(for: path))
        if isWatching { try selection.checkIsFollowable() }
        let source = try selection.source()
        if PipedStreams.isPiped(path) {
          guard writesJSON else {
            throw UsageError(
              "\(path) can be read only once and not saved; put it into a file, or use --json.")
          }
          return source.starting(with: try selection.load())
        }
        if case .web = source.address { return source.starting(with: try selection.load()) }
        return writesJSON ? source : source.startingEmpty()
      }
      guard let path = StreamStore.defaultPath(environment: UserFolders.environment) else {
        throw UsageError("There is no home folder for streams; name a FILE.")
      }
      return StreamSource(
        .local(path: path), transport: StreamSelection.transport, takesDefaults: true)
    }
  }

  /// Writes the emissions of all streams, until they have ended; if followed, for ever.
  @MainActor private func writeLines(of source: StreamSource, _ loop: EventLoop) throws
    -> ExitStatus
  {
    let dialogue = LineDialogue(loop: loop, settings: TerminalSettings())
    defer { dialogue.close() }
    let lines = EmissionLines { OutputDescriptor.output.write($0) }
    // Paused until there is a subscriber.
    let workspace = StreamWorkspace(
      source: source, isWatching: isWatching, isPaused: true, scheduler: LoopScheduler(loop: loop))
    if let failure = workspace.loadFailure, path != nil || !isWatching { throw failure }
    let listening = workspace.emissions.sink { emission in
      if let value = emission.value {
        lines.write(value, of: emission.stream, at: emission.instant)
      } else {
        lines.writeEnd(of: emission.stream, at: emission.instant)
      }
    }
    defer { listening.cancel() }
    // Undelayed values were sent before.
    workspace.restart()
    workspace.setPaused(false)
    var said: Set<String> = []
    do throws(LineDialogue.Ending) {
      try dialogue.wait { _ throws(LineDialogue.Ending) in
        lines.flush()
        if let code = lines.failure { throw .outputLost(code) }
        for problem in workspace.problems where said.insert(problem).inserted {
          OutputDescriptor.error.report("\(Program.name): \(problem)")
        }
        return !workspace.isWatching && workspace.phase == .ended
      }
      return said.isEmpty ? .success : .failure
    } catch { return error.exitStatus(atInputEnd: .success) }
  }
}
