import Platform
import CommandLineKit
import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A password that is asked for on the terminal, in lines.
@MainActor struct PasswordPrompt {
  private let dialogue: LineDialogue

  /// Asks with a closure, and gives the terminal back after it. The echo is off before anything
  /// else happens, and what was typed and not read is dropped at the end.
  ///
  /// - Parameters:
  ///   - farewell: What is said to a user who gives up.
  ///   - prepare: Finds out whether there is anything to ask for.
  ///   - body: Asks.
  /// - Throws: `UsageError` where there is no terminal to ask on, and what `prepare` throws.
  static func ask<Answer>(
    farewell: String = "", after prepare: () throws -> Void,
    _ body: (PasswordPrompt) throws(LineDialogue.Ending) -> Answer
  ) throws -> Asked<Answer> {
    do throws(TerminalObstacle) {
      _ = try Presentation.choose(isAccessible: true, needsAnswers: true)
    } catch {
      throw UsageError("\(error) Without a terminal give the password by --password-stdin.")
    }
    var settings = TerminalSettings()
    settings.output = Self.output
    let dialogue = LineDialogue(loop: try EventLoop(), settings: settings, asksForSecrets: true)
    defer { dialogue.close() }
    try prepare()
    do throws(LineDialogue.Ending) {
      return .answered(try body(PasswordPrompt(dialogue: dialogue)))
    } catch {
      // The question still stands on the line.
      try? dialogue.say(farewell.isEmpty ? "" : "\n" + farewell)
      return .left(error)
    }
  }

  /// Where the question is seen when standard output goes elsewhere.
  private static var output: Int32 {
    if let seen = [1, 2].first(where: { isatty($0) == 1 }) { return seen }
    let terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC)
    return terminal < 0 ? 2 : terminal
  }

  /// What came of asking.
  enum Asked<Answer> {
    case answered(Answer)
    /// The user gave up, or there is no terminal any more.
    case left(LineDialogue.Ending)
  }

  /// Asks for a password that is there already.
  func existing(of username: String) throws(LineDialogue.Ending) -> String {
    try dialogue.ask("Password of \(username) (not shown while typed):", isSecret: true)
  }

  /// Asks for a new password until it is one, and typed twice the same.
  ///
  /// - Parameter problem: What is wrong with a password; nil for nothing.
  func new(
    for username: String, problem: (String) -> String?
  ) throws(LineDialogue.Ending) -> String {
    while true {
      if let password = try askTwice(for: username, problem: problem) { return password }
      // What was refused is not to lie about while the next one is thought of.
      SecretMemory.sweep()
    }
  }

  /// Asks for a new password and once more for the same; nil where it has to be another one.
  ///
  /// A function of its own, so that nothing of the password is left in the frame of whoever asks
  /// again.
  @inline(never) private func askTwice(
    for username: String, problem: (String) -> String?
  ) throws(LineDialogue.Ending) -> String? {
    let password = try dialogue.ask(
      "New password of \(username) (not shown while typed):", isSecret: true)
    if let problem = problem(password) {
      try dialogue.say("\(problem).")
      return nil
    }
    let again = try dialogue.ask("The same password again:", isSecret: true)
    if again == password { return password }
    try dialogue.say("The two differ. Choose one again.")
    return nil
  }
}
