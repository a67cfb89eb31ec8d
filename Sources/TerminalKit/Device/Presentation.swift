#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How a command shows itself.
public enum Presentation: Equatable, Sendable {
  /// Full-screen, redrawn as things change.
  case screen
  /// Questions and answers line by line: nothing is redrawn, and no escape sequence is written.
  case lines

  /// Lines where they are asked for, by `--accessible` or the variable `ACCESSIBLE` (not empty,
  /// `0` or `false`), and on a terminal that is not known to move its cursor; else the screen.
  ///
  /// `/dev/null` is a character device too, so only `isatty` tells a terminal.
  /// - Parameter needsAnswers: Whether lines without a terminal to type them on are of no use.
  public static func choose(
    isAccessible: Bool, needsAnswers: Bool,
    isInputTerminal: Bool = isatty(0) == 1, isOutputTerminal: Bool = isatty(1) == 1,
    environment: [String: String] = TerminalSettings.processEnvironment
  ) throws(TerminalObstacle) -> Presentation {
    let wish = environment["ACCESSIBLE"] ?? ""
    if isAccessible || !["", "0", "false"].contains(wish) {
      if needsAnswers, !isInputTerminal { throw .inputIsNoTerminal }
      return .lines
    }
    if !isInputTerminal { throw .inputIsNoTerminal }
    if !isOutputTerminal { throw .outputIsNoTerminal }
    return TerminalSettings.isDumb(environment) ? .lines : .screen
  }
}

/// Why a command cannot show itself.
public enum TerminalObstacle: Error, Equatable, CustomStringConvertible {
  case inputIsNoTerminal
  case outputIsNoTerminal

  public var description: String {
    switch self {
    case .inputIsNoTerminal: "Standard input is not a terminal."
    case .outputIsNoTerminal: "Standard output is not a terminal."
    }
  }
}
