import CommandLineKit
import Platform
import TerminalKit

/// A question for a password on the terminal, in lines.
@MainActor struct PasswordPrompt {
  private let dialogue: LineDialogue

  /// Asks with a closure, and gives the terminal back after it. The echo is off before anything
  /// else happens, and unread input is dropped at the end.
  ///
  /// - Parameters:
  ///   - farewell: The message for a user who gives up.
  ///   - prepare: Throws if there is nothing to ask for.
  ///   - body: Asks.
  /// - Throws: `UsageError` if there is no terminal to ask on, and the errors of `prepare`.
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

  /// The descriptor on which the question is visible if standard output goes elsewhere.
  static var output: Int32 {
    if let seen = [1, 2].first(where: { isatty($0) == 1 }) { return seen }
    let terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC)
    return terminal < 0 ? 2 : terminal
  }

  /// The outcome of a question.
  enum Asked<Answer> {
    case answered(Answer)
    /// The user gave up, or there is no terminal any more.
    case left(LineDialogue.Ending)
  }

  /// Asks for an existing password.
  func existing(of username: String) throws(LineDialogue.Ending) -> String {
    try dialogue.ask("Password of \(username) (not shown while typed):", isSecret: true)
  }
}
