import CommandLineKit
import Platform
import Reactive
import TerminalKit
import ViewModels

/// `streams`: all streams of a file, a folder or a URL on the screen, with their editor.
struct StreamsCommand: Command {
  /// The file, folder or URL; nil for the default place.
  var path: String?
  /// True if changes by other programs are followed.
  var isWatching = false
  /// True if lines of JSON are written instead of drawing.
  var writesJSON = false
  /// The options of the display.
  var display = DisplayOptions()

  private static let operand = CommandSpec.Operand(
    placeholder: "FILE|FOLDER|URL", noun: "file, folder or URL", kind: .file,
    isOptional: true)
  private static let watch = OptionSpec(
    "--watch", help: "follow changes by other programs, and run what is new")
  private static let json = OptionSpec(
    "--json", help: "no screen: write what all streams send as lines of JSON, as 'streams run' does"
  )
  private static let displayOptions = DisplayOptions.specs(
    insteadOfScreen: "say values and answers a line each")

  static let name = "streams"

  static let specification = CommandSpec(
    name: name, summary: "watch and edit streams that are documents",
    purpose: "Watch streams that are documents as they run, and edit them.",
    operands: [operand], synopsis: [.operand(operand)],
    usages: [
      [.operand(operand), .optional(watch)] + displayOptions.map { .optional($0) },
      [.operand(operand), .optional(watch), .required(json)],
    ],
    options: [watch, json] + displayOptions,
    rules: [.apart([json], displayOptions, because: "lines of JSON need no screen")],
    notes: [
      "Without an operand the streams are those of $XDG_DATA_HOME/signup-tui/streams.json, or "
        + "~/.local/share/signup-tui/streams.json; on the screen that file is always followed. "
        + "Until there is one, there are the numbers 1 to 4, one a second, and the letters A to "
        + "D, one every two seconds. Of a folder all files whose names end in .json are shown.",
      "A FILE that does not exist yet is made by the first ^S. - reads standard input, with --json.",
      "A URL is asked for again every second with --watch, and after failures at pauses that double "
        + "up to a minute. ^S replaces what is there by PUT with If-Match, where the server takes "
        + "that; what is changed can also be exported.",
      "Space pauses, - and + change the speed, . makes one step, Enter edits a document, n makes "
        + "one, ^S saves and runs what is new, q quits, ? lists all keys.",
    ])
}

extension StreamsCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    path = arguments.operand(0)
    isWatching = arguments.has(Self.watch)
    writesJSON = arguments.has(Self.json)
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    // Before the loop takes the signals over, because fetching may take a while.
    let place = try place
    let loop = try EventLoop()
    if writesJSON { return try writeLines(of: place, loop) }
    let display = try Display(
      display, needsAnswers: false,
      instead: "For lines of JSON instead of a screen use 'SignupTUI streams --json'.")
    if display.presentation == .lines {
      let dialogue = LineDialogue(loop: loop, settings: display.settings)
      defer { dialogue.close() }
      let model = try model(of: place, loop, follows: path == nil && dialogue.canBeTypedTo)
      do throws(LineDialogue.Ending) {
        try StreamsDialogue(model: model, dialogue: dialogue).run()
        return model.problems.isEmpty ? .success : .failure
      } catch {
        return error.exitStatus(atInputEnd: .success)
      }
    }
    let screen = StreamsScreen(
      model: try model(of: place, loop, follows: path == nil, readsAside: true),
      needsDocuments: path != nil)
    let end = try display.show(screen, on: loop)
    if let failure = screen.failure { throw failure }
    return end.exitStatus
  }

  /// The streams, running.
  ///
  /// - Throws: The error that makes a given file unusable.
  @MainActor private func model(
    of place: StreamSource, _ loop: EventLoop, follows isFollowed: Bool, readsAside: Bool = false
  ) throws -> StreamLabViewModel {
    let model = StreamLabViewModel(
      place: place, isWatching: isWatching || isFollowed, readsAside: readsAside,
      scheduler: LoopScheduler(loop: loop))
    // A broken file of the default place is shown, so that it can be reset.
    if path != nil, let failure = model.loadFailure { throw failure }
    if model.files.isEmpty, !model.isWatching, !model.isReading {
      throw StreamDocumentError(
        "there is no file in it whose name ends in .json", file: model.place.name)
    }
    return model
  }

  /// The place of the documents; those of a URL are fetched.
  private var place: StreamSource {
    get throws {
      if let path {
        let selection = StreamSelection(file: path)
        if isWatching { try selection.checkIsFollowable() }
        let source = try selection.source()
        if PipedStreams.isPiped(path) {
          guard writesJSON else {
            throw UsageError(
              "\(path) can be read only once, and not be saved; put it into a file, or use --json.")
          }
          return source.starting(with: try selection.load())
        }
        if case .web = source.address { return source.starting(with: try selection.load()) }
        return writesJSON ? source : source.startingEmpty()
      }
      guard let path = StreamStore.defaultPath(environment: UserFolders.environment) else {
        throw UsageError("There is no home folder to keep streams in; name a FILE.")
      }
      return StreamSource(
        .local(path: path), transport: StreamSelection.transport, takesDefaults: true)
    }
  }

  /// Writes the emissions of all streams, until they have ended; while they are followed, for ever.
  @MainActor private func writeLines(of place: StreamSource, _ loop: EventLoop) throws -> ExitStatus
  {
    let dialogue = LineDialogue(loop: loop, settings: TerminalSettings())
    defer { dialogue.close() }
    let lines = EmissionLines { OutputDescriptor.output.write($0) }
    // Paused until there is a subscriber.
    let lab = StreamLabViewModel(
      place: place, isWatching: isWatching, isPaused: true,
      scheduler: LoopScheduler(loop: loop))
    if let failure = lab.loadFailure, path != nil || !isWatching { throw failure }
    let listening = lab.emissions.sink { emission in
      if let value = emission.value {
        lines.write(value, of: emission.stream, at: emission.instant)
      } else {
        lines.writeEnd(of: emission.stream, at: emission.instant)
      }
    }
    defer { listening.cancel() }
    // Undelayed values were sent before.
    lab.restart()
    lab.setPaused(false)
    var said: Set<String> = []
    do throws(LineDialogue.Ending) {
      try dialogue.wait { _ throws(LineDialogue.Ending) in
        lines.flush()
        if let code = lines.failure { throw .outputLost(code) }
        for problem in lab.problems where said.insert(problem).inserted {
          OutputDescriptor.error.report("\(Program.name): \(problem)")
        }
        return !lab.isWatching && lab.phase == .ended
      }
      return said.isEmpty ? .success : .failure
    } catch {
      return error.exitStatus(atInputEnd: .success)
    }
  }
}
