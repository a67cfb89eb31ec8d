import TerminalKit
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The whole program: a command line in, an exit status out.
@MainActor
enum Program {
  /// How it is called.
  nonisolated static let name = "SignupTUI"

  /// What it can do, in the order of its help.
  nonisolated static let commands: [any Command.Type] = [
    SignupCommand.self, LoginCommand.self, AccountsCommand.self, AccountsRemoveCommand.self,
    AccountsPasswdCommand.self, StrengthCommand.self, GenerateCommand.self, UsersCommand.self,
    TrackCommand.self, ReplayCommand.self, ExportCommand.self, StatsCommand.self,
    SimulateCommand.self, WeatherCommand.self,
    PagesCommand.self, StreamsCommand.self, StreamsRunCommand.self, StreamsCheckCommand.self,
    StreamsMarblesCommand.self, FormCommand.self,
    CompletionsCommand.self, ManualCommand.self,
  ]

  /// Runs what the process was started for.
  static func run() -> ExitStatus {
    StandardDescriptors.reserve()
    do throws(UsageError) {
      return run(arguments: try RawArguments.texts())
    } catch {
      OutputDescriptor.error.report("\(name): \(error)")
      return .usage
    }
  }

  /// Understands command lines, with the variables of this process.
  private static let parser = CommandParser(commands: commands) { name in
    getenv(name).map { String(cString: $0) }
  }

  static func run(arguments: [String]) -> ExitStatus {
    do {
      switch try parser.parse(arguments) {
      case .run(let command): return try run(command)
      case .help(let command?): try write(HelpText.page(of: command))
      case .help(nil):
        try write(
          HelpText.overview(
            of: commands.map { $0.specification }, shared: DisplayOptions.shared))
      case .helpOnGroup(let group, let members):
        try write(HelpText.page(ofGroup: group, members))
      case .version: try write(HelpText.version)
      }
      return .success
    } catch let error as UsageError {
      OutputDescriptor.error.report("\(name): \(error)")
      return .usage
    } catch let error as AccountError {
      return AccountReport.failure(error)
    } catch {
      OutputDescriptor.error.report("\(name): \(error)")
      return .failure
    }
  }

  /// Runs a command, whose own help says more about what it needs.
  private static func run(_ command: some Command) throws -> ExitStatus {
    do {
      return try command.run()
    } catch let error as UsageError {
      throw UsageError(error.problem, topic: type(of: command).specification.name)
    }
  }

  private static func write(_ text: String) throws(OutputFailure) {
    if let code = OutputDescriptor.output.report(text) { throw OutputFailure(code: code) }
  }
}
