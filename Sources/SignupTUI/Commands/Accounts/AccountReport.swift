import CommandLineKit
import Platform
import TerminalKit
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What commands for accounts say at their end, and the exit status that goes with it.
struct AccountReport: Equatable, Sendable {
  /// Whether nothing is said of what goes well.
  var isQuiet = false

  /// Says what was done, unless it is quiet. Whoever reads it or not, it was done.
  ///
  /// - Parameters:
  ///   - lines: A sentence or several each.
  ///   - isInLines: Whether no word may be broken at the terminal's edge. Commands stand in lines
  ///     of their own, which a shell takes as they are.
  func success(_ lines: [String], isInLines: Bool = false) -> ExitStatus {
    guard !isQuiet else { return .success }
    let width = isInLines && isatty(1) == 1 ? TerminalSettings().size.width : nil
    let lines = lines.flatMap { line in
      guard let width else { return [line] }
      guard line.contains(" && ") else { return TextWrapping.lines(of: line, width: width) }
      return line.replacing(": ", with: ":\n", maxReplacements: 1).replacing("&& ", with: "&&\n")
        .split(separator: "\n").map(String.init)
    }
    // A reader who has gone must not make a failure of it.
    signal(SIGPIPE, SIG_IGN)
    if let code = OutputDescriptor.output.report(lines.joined(separator: "\n")) {
      OutputDescriptor.error.report(
        "SignupTUI: Standard output cannot be written (\(SystemError(code).reason)), but "
          + "this was done: \(lines.joined(separator: " "))")
    }
    return .success
  }

  /// Says why nothing was done.
  static func failure(_ error: AccountError) -> ExitStatus {
    if let field = error.signupIssue?.field {
      issue(field, error.description)
    } else {
      var hint = ""
      if case .invalidPassword(.unavailable) = error { hint = " Try another --hash." }
      OutputDescriptor.error.report("SignupTUI: \(error)\(hint)")
    }
    return error.exitStatus
  }

  /// Says what is wrong with a field, a line for scripts.
  static func issue(_ field: SignupField, _ message: String) {
    let name =
      switch field {
      case .username: "username"
      case .password: "password"
      case .confirmation: "confirmation"
      }
    OutputDescriptor.error.report("\(name): \(message)\(message.hasSuffix(".") ? "" : ".")")
  }

  /// Says that a lock is waited for, unless it is quiet.
  func waiting(for path: String) {
    guard !isQuiet else { return }
    OutputDescriptor.error.report("SignupTUI: \(Self.waitingSentence(for: path))")
  }

  /// The sentence for a lock that is waited for.
  static func waitingSentence(for path: String) -> String {
    "Waiting for another program, which has locked \(path)."
  }
}

extension AccountError {
  /// How a command ends that this error ends.
  var exitStatus: ExitStatus {
    switch self {
    case .taken: .nameTaken
    case .unreadable, .cannotWrite, .locked, .noDefaultPath, .notSupported: .accountFile
    case .uncheckable, .tooExpensive, .outOfMemory: .accountFile
    case .unknown, .ambiguous, .invalidUsername, .invalidPassword: .failure
    }
  }
}

extension AccountReport {
  init(_ arguments: Arguments) { isQuiet = arguments.has(.quiet) }
}
