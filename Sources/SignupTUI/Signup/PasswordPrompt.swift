/// A question for a password on the terminal, in lines.
enum PasswordPrompt {
  /// Asks for the password of an account, and restores the terminal. The echo is off before
  /// anything else happens, and unread input is dropped at the end.
  ///
  /// - Parameter prepare: Throws if there is nothing to ask for.
  /// - Throws: `UsageError` if there is no terminal to ask on, `LineDialogue.Ending` if the user
  ///   gives up, and the errors of `prepare`.
  @MainActor static func password(
    of username: String, after prepare: () throws -> Void
  ) throws -> String {
    do throws(TerminalObstacle) {
      _ = try Presentation.choose(isAccessible: true, needsAnswers: true)
    } catch {
      throw UsageError("\(error) Without a terminal, use --password-stdin.")
    }
    var settings = TerminalSettings()
    settings.output = output
    let dialogue = LineDialogue(loop: try EventLoop(), settings: settings, asksForSecrets: true)
    defer { dialogue.close() }
    try prepare()
    do throws(LineDialogue.Ending) {
      return try dialogue.ask("Password for \(username) (not shown while typed):", isSecret: true)
    } catch {
      // The question is still on the line.
      try? dialogue.say("")
      throw error
    }
  }

  /// The descriptor on which to show the question if standard output goes elsewhere.
  static var output: Int32 {
    if let seen = [1, 2].first(where: { isatty($0) == 1 }) { return seen }
    let terminal = open("/dev/tty", O_WRONLY | O_CLOEXEC)
    return terminal < 0 ? 2 : terminal
  }
}
