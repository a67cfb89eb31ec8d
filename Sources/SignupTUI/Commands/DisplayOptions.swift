import TerminalKit

/// How a command with a screen is to show itself, as far as the command line says.
struct DisplayOptions: Equatable, Sendable {
  /// Questions and answers instead of a screen.
  var isAccessible = false
  /// The colours to use; nil for what the terminal seems to have.
  var theme: Theme?
  /// The file that the screen is recorded in.
  var record: String?

  static let accessible = OptionSpec(
    "--accessible", help: "no screen: questions and answers, a line each")

  static let theme = Option<Theme?>.choice(
    "--theme", "NAME", among: ["light": .light, "dark": .dark, "auto": nil], usual: "auto",
    help: "light, dark or auto (default: auto, which is what COLORFGBG says)",
    summary: "which background the colours are for (default: as COLORFGBG says)")

  static let record = Option.file(
    "--record", help: "record the screen for asciinema in a new file")

  /// The options that every command with a screen has.
  static let shared = [accessible, theme.spec, record.spec]

  /// The first of them, with what a command does instead of drawing a screen.
  static func accessible(doing what: String) -> OptionSpec {
    accessible.explained(
      "\(what), and redraw nothing; so does a variable ACCESSIBLE=1, and a TERM that is dumb or "
        + "not set")
  }
}

extension DisplayOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    isAccessible = arguments.has(Self.accessible)
    theme = try arguments[Self.theme] ?? nil
    record = try arguments[Self.record]
  }
}
