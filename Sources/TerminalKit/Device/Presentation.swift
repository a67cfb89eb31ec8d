import Platform

/// How a program shows itself.
public enum Presentation: Equatable, Sendable {
  /// A full screen, redrawn as things change.
  case screen
  /// Questions and answers line by line: nothing is redrawn, and no escape sequence is written.
  case lines

  /// Chooses the screen or lines by what the user asks for and what the terminal can do.
  ///
  /// Chooses lines if the caller or the variable `ACCESSIBLE` (not empty, `0` or `false`) asks for
  /// them, or if the terminal is not known to be able to move its cursor; otherwise the screen,
  /// which needs a terminal for its input and one for its output.
  ///
  /// `/dev/null` is a character device too, so only `isatty` recognises a terminal.
  /// - Parameters:
  ///   - isAccessible: Whether lines are requested, for example by a command-line option.
  ///   - needsAnswers: Whether lines are useless without a terminal to type on.
  ///   - isInputTerminal: Whether keys can be typed.
  ///   - isOutputTerminal: Whether the output goes to a terminal.
  ///   - environment: The environment; only `ACCESSIBLE` and `TERM` are read.
  /// - Throws: The reason why neither can be chosen.
  public static func choose(
    isAccessible: Bool, needsAnswers: Bool,
    isInputTerminal: Bool = isatty(0) == 1, isOutputTerminal: Bool = isatty(1) == 1,
    environment: [String: String] = TerminalSettings.processEnvironment
  ) throws(TerminalObstacle) -> Presentation {
    let variable = environment["ACCESSIBLE"] ?? ""
    if isAccessible || !["", "0", "false"].contains(variable) {
      if needsAnswers, !isInputTerminal { throw .inputIsNoTerminal }
      return .lines
    }
    if !isInputTerminal { throw .inputIsNoTerminal }
    if !isOutputTerminal { throw .outputIsNoTerminal }
    return TerminalSettings.isDumb(environment) ? .lines : .screen
  }
}

/// Why a program cannot show itself.
public enum TerminalObstacle: Error, Equatable, CustomStringConvertible {
  /// No keys can be typed.
  case inputIsNoTerminal
  /// The drawing would not be seen.
  case outputIsNoTerminal

  public var description: String {
    switch self {
    case .inputIsNoTerminal: "Standard input is not a terminal."
    case .outputIsNoTerminal: "Standard output is not a terminal."
    }
  }
}
