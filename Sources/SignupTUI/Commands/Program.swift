import TerminalKit
import ViewModels

/// The whole program: a command line in, an exit status out.
@MainActor
enum Program {
  static func run(arguments: [String]) -> ExitStatus {
    do {
      switch try Command(arguments: arguments) {
      case .signup(let accounts, let display):
        return try SignupCommand.run(accounts: accounts, display: display)
      case .signupFromInput(let accounts, let username):
        return try SignupCommand.runFromInput(accounts: accounts, username: username)
      case .track(let seed, let display):
        return try TrackCommand.run(seed: seed, display: display)
      case .replay(let file, let display):
        return try ReplayCommand.run(file: file, display: display)
      case .export(let file, let format):
        return try ExportCommand.run(file: file, format: format)
      case .help(let topic): try tell(HelpText.text(about: topic))
      case .version: try tell(HelpText.version)
      }
      return .success
    } catch let error as UsageError {
      OutputDescriptor.error.report("SignupTUI: \(error)")
      return .usage
    } catch {
      OutputDescriptor.error.report("SignupTUI: \(error)")
      return .failure
    }
  }

  private static func tell(_ text: String) throws(OutputFailure) {
    if let code = OutputDescriptor.output.report(text) { throw OutputFailure(code: code) }
  }
}
