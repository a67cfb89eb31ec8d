/// The display of a command with a screen, as far as the command line sets it.
struct DisplayOptions: Equatable, Sendable {
  /// Questions and answers instead of a screen.
  var isAccessible = false
  /// The theme; nil for the one that suits the terminal.
  var theme: Theme?
  /// The file of the screen's recording.
  var record: String?
  /// True if the program takes the mouse.
  var takesMouse = true
  /// True if success is not reported.
  var isQuiet = false

  static let accessible = OptionSpec(
    "--accessible", help: "no screen: questions and answers, a line each")

  static let theme = Option<Theme?>.choice(
    "--theme", "NAME", among: ["light": .light, "dark": .dark, "auto": nil], usual: "auto",
    help: "light, dark or auto (default: auto, which is what the terminal says of its background, "
      + "else COLORFGBG)",
    summary: "which background the colours are for (default: as the terminal says)")

  static let record = Option.file("--record", help: "record the screen for asciinema in a new file")
    .ofCommandLineOnly

  static let noMouse = OptionSpec(
    "--no-mouse", help: "leave the mouse to the terminal; else text is selected with Shift held")

  static let mask = Option<TextField.Echo>.choice(
    "--mask", among: ["bullets": .bullets, "none": .nothing], usual: "bullets",
    help: "show nothing of a password while it is typed, not even its length")

  /// The options of every command with a screen.
  static let shared = [accessible, theme.spec, record.spec, noMouse]

  /// Returns these options, with the command's action instead of drawing a screen.
  static func specs(insteadOfScreen what: String) -> [OptionSpec] {
    let accessible = accessible.explained(
      "\(what), and redraw nothing; so does a variable ACCESSIBLE=1, and a TERM that is dumb or "
        + "not set")
    return [accessible] + shared.dropFirst()
  }

  /// The options of a form in which passwords are typed.
  static var specsOfPasswordForm: [OptionSpec] {
    let record = record.spec.explained(
      "record the screen, never the keys, for asciinema in a new file")
    let all = specs(insteadOfScreen: "ask question by question, a line each")
    return [all[0], mask.spec] + all.dropFirst().map { $0.name == record.name ? record : $0 }
  }
}

extension DisplayOptions {
  init(_ arguments: Arguments) throws(UsageError) {
    isAccessible = arguments.has(Self.accessible)
    theme = try arguments[Self.theme] ?? nil
    record = try arguments[Self.record]
    takesMouse = !arguments.has(Self.noMouse)
    isQuiet = arguments.has(.quiet)
  }
}
