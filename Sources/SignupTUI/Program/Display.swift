/// The display of a command: the screen with its drawing and recording, or lines.
@MainActor struct Display {
  /// A screen, or lines.
  let presentation: Presentation
  /// The capabilities of the terminal, and the options for it.
  let settings: TerminalSettings
  private let recording: String?
  private let isQuiet: Bool

  /// Chooses the display of a command, before anything is drawn.
  ///
  /// - Parameters:
  ///   - needsAnswers: True if the command is useless without a keyboard.
  ///   - isListInPipes: True if the command writes a plain list, and accepts no commands, if
  ///     standard output is not a terminal.
  ///   - input: The file descriptor for keys; -1 for none.
  ///   - output: The file descriptor of the screen.
  ///   - instead: The command to suggest if there is no terminal; a whole sentence.
  init(
    _ options: DisplayOptions, needsAnswers: Bool, isListInPipes: Bool = false,
    input: Int32 = 0, output: Int32 = 1, instead: String
  ) throws(UsageError) {
    var options = options
    var input = input
    if isListInPipes, !options.isAccessible, isatty(output) != 1 {
      (options.isAccessible, input) = (true, -1)
    }
    do {
      presentation = try Presentation.choose(
        isAccessible: options.isAccessible, needsAnswers: needsAnswers,
        isInputTerminal: isatty(input) == 1, isOutputTerminal: isatty(output) == 1)
    } catch { throw UsageError("\(error) \(instead)") }
    if options.record != nil, presentation == .lines {
      throw UsageError(
        "--record needs a screen, which accessible mode does not have. Leave one of them out.")
    }
    var settings = TerminalSettings()
    settings.input = input
    settings.output = output
    if let theme = options.theme {
      settings.theme = theme
      settings.asksForBackground = false
    }
    settings.takesMouse = options.takesMouse
    self.settings = settings
    recording = options.record
    isQuiet = options.isQuiet
    // Files are read before anything is drawn, and the user may already be typing.
    if presentation == .screen { settings.hideTyping() }
  }

  /// True if the user can type.
  var canBeTypedTo: Bool { isatty(settings.input) == 1 }

  /// True if the screen is recorded in a file.
  var isRecorded: Bool { recording != nil }

  /// Shows a screen until its end, and then reports how the recording went.
  ///
  /// - Throws: `RecordingRefusal` before anything is drawn, if the file cannot be written.
  func show<S: Screen>(_ screen: S, on loop: EventLoop) throws -> EndReason<S.Result> {
    let recorder = try recording.map { path in
      do throws(RecordingError) {
        return try FrameRecorder(
          path: path, title: "SignupTUI", size: settings.size, term: settings.term, start: loop.now)
      } catch { throw RecordingRefusal(reason: error) }
    }
    let end = try loop.run(screen, settings: settings, recorder: recorder)
    if let failure = recorder?.failure {
      OutputDescriptor.error.report("SignupTUI: The recording is incomplete: \(failure)")
    } else if let recording, !isQuiet {
      OutputDescriptor.output.report("Recorded in \(recording).")
    }
    return end
  }
}

/// The reason why no recording was begun.
private struct RecordingRefusal: Error, CustomStringConvertible {
  let reason: RecordingError

  var description: String {
    reason.isFileThere
      ? "\(reason.path) already exists; give --record the name of a new file." : "\(reason)"
  }
}

extension LineDialogue {
  /// Runs a dialogue on a loop, and returns the program's exit status.
  ///
  /// - Parameters:
  ///   - settings: The terminal of the dialogue.
  ///   - body: Runs the dialogue, and returns the status; the end of the input is a success.
  static func run(
    on loop: EventLoop, _ settings: TerminalSettings,
    _ body: (LineDialogue) throws(Ending) -> ExitStatus
  ) -> ExitStatus {
    let dialogue = LineDialogue(loop: loop, settings: settings)
    defer { dialogue.close() }
    do throws(Ending) { return try body(dialogue) } catch {
      return error.exitStatus(atInputEnd: .success)
    }
  }
}

extension LineDialogue.Ending {
  /// Ends the process by the signal that requested it, or with a status.
  @MainActor func exitStatus(atInputEnd status: ExitStatus) -> ExitStatus {
    switch self {
    case .inputEnded: return status
    case .signal(let number): endProcess(bySignal: number)
    case .outputLost(let code):
      let failure = OutputFailure(code: code)
      // If the reader closes a pipe, this is the end of the output and not an error.
      if failure.isBrokenPipe { endProcess(bySignal: SIGPIPE) }
      OutputDescriptor.error.report("SignupTUI: \(failure)")
      return .failure
    }
  }
}

extension EndReason<ScreenEnd> {
  /// The exit status of the program after a screen without a result of its own.
  @MainActor var exitStatus: ExitStatus {
    switch resultOrDie() {
    case .quit: return .success
    case .interrupted: endProcess(bySignal: SIGINT)
    }
  }
}
