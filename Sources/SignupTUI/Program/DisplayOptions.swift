/// The display of a command with a screen, as far as the command line sets it.
struct DisplayOptions: Equatable, Sendable {
  /// True to use questions and answers instead of a screen.
  var isAccessible = false
  /// The theme; nil for the one that suits the terminal.
  var theme: Theme?
  /// The file of the screen's recording.
  var record: String?
  /// True if the program uses the mouse.
  var takesMouse = true
  /// True if success is not reported.
  var isQuiet = false

  static let accessible = OptionSpec(
    "--accessible",
    help: "use lines of text instead of a screen, for example for a screen reader (default with "
      + "ACCESSIBLE=1, TERM=dumb or without TERM)",
    summary: "use lines of text instead of a screen")

  static let theme = Option<Theme?>.choice(
    "--theme", "NAME", among: ["light": .light, "dark": .dark, "auto": nil], usual: "auto",
    help: "use colours for a light or a dark background: light, dark or auto (default: auto, which "
      + "asks the terminal)",
    summary: "use colours for a light or a dark background")

  static let record = Option.file(
    "--record", help: "record the screen, but no keys, in a new asciinema file"
  ).ofCommandLineOnly

  static let noMouse = OptionSpec(
    "--no-mouse",
    help: "leave the mouse to the terminal; by default, hold Shift to select text",
    summary: "leave the mouse to the terminal")

  static let mask = Option<TextField.Echo>.choice(
    "--mask", among: ["bullets": .bullets, "none": .nothing], usual: "bullets",
    help: "hide even the length of a password while it is typed")

  /// The options of every command with a screen.
  static let shared = [accessible, theme.spec, record.spec, noMouse]

  /// The options of a form with passwords.
  static let ofPasswordForm = [mask.spec] + shared
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
