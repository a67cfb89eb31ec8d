extension Program {
  /// The commands of the program, in the order of its help.
  nonisolated static let specification = ProgramSpec(
    name: name, version: version,
    subject: "accounts, GPS logs, weather, forms and streams in a terminal",
    purpose:
      "Create accounts, replay GPS logs, show the weather, fill in forms, run streams.",
    variablePrefix: "SIGNUP_TUI_", commands: commands,
    shared: ProgramSpec.SharedOptions("Options of every screen:") { DisplayOptions.shared },
    notes: """
      Run '\(name) help COMMAND' for more about a command, and press F1 or ^G
      on a screen for its keys. Every command's details: \(name) manual | man -l -
      Environment variables can set options: SIGNUP_TUI_THEME=light.
      Exit status: 0 success, 1 bad data or cancelled, 2 bad command line or no
      terminal, 130 interrupted.
      """,
    opening: ProgramSpec.Opening("open a GPS log, a form or a stream file") {
      path throws(UsageError) in try FileOpening.arguments(for: path)
    })

  nonisolated static let commands: [any Command.Type] = [
    SignupCommand.self, LoginCommand.self, AccountsCommand.self, AccountsRemoveCommand.self,
    AccountsPasswdCommand.self, StrengthCommand.self, GenerateCommand.self, UsersCommand.self,
    TrackCommand.self, ReplayCommand.self, ExportCommand.self, StatsCommand.self,
    SimulateCommand.self, WeatherCommand.self, PagesCommand.self, StreamsCommand.self,
    StreamsRunCommand.self, StreamsCheckCommand.self, StreamsMarblesCommand.self,
    StreamsSchemaCommand.self, FormCommand.self, CompletionsCommand.self, ManualCommand.self,
  ]

  /// Runs the request of the process's command line.
  static func run() -> ExitStatus {
    StandardDescriptors.reserve()
    RunningChildren.endWithProgram()
    MemoryBlocks.giveBackLargeOnes()
    do throws(UsageError) { return run(arguments: try RawArguments.texts()) } catch {
      // As far as they can be read.
      FormOutput.writeFailure(of: Array(CommandLine.arguments.dropFirst()))
      return complain(error)
    }
  }

  /// The parser of command lines, with the variables of this process.
  private static let parser = CommandParser(specification) { name in
    getenv(name).map { String(cString: $0) }
  }

  nonisolated static var help: HelpText { HelpText(specification) }

  static func run(arguments: [String]) -> ExitStatus {
    let status = status(of: arguments)
    // A shell that evaluates a form's answers must not continue without them.
    if status != .success { FormOutput.writeFailure(of: arguments) }
    return status
  }

  private static func status(of arguments: [String]) -> ExitStatus {
    do {
      switch try parser.parse(arguments) {
      case .run(let command): return try run(command)
      case .help(let command?, let length): try write(help.page(of: command, length))
      case .help(nil, let length): try write(help.overview(length))
      case .helpOnGroup(let group, let members, let length):
        try write(help.page(ofGroup: group, members, length))
      case .version: try write(help.version)
      }
      return .success
    } catch let error as UsageError { return complain(error) } catch let error as AccountError {
      return AccountReport.failure(error)
    } catch {
      OutputDescriptor.error.report("\(name): \(error)")
      return .failure
    }
  }

  /// Runs a command. Errors refer to the command's own help.
  private static func run(_ command: some Command) throws -> ExitStatus {
    do { return try command.run() } catch let error as UsageError {
      throw UsageError(error.problem, topic: type(of: command).name)
    }
  }

  private static func complain(_ error: UsageError) -> ExitStatus {
    OutputDescriptor.error.report("\(name): \(error.text(for: specification))")
    return .usage
  }

  private static func write(_ text: String) throws(OutputFailure) {
    try OutputFailure.check(OutputDescriptor.output.report(text))
  }
}
