import TerminalKit

/// What `--help` and `--version` print, made from the commands' specifications.
enum HelpText {
  static let version = "\(Program.name) 0.1.0"

  /// How wide a page is at most.
  private static let width = 88
  /// The blanks between two columns.
  private static let gap = 3

  /// The page of the whole program.
  ///
  /// - Parameter shared: The options that all commands with a screen have.
  static func overview(of commands: [CommandSpec], shared: [OptionSpec]) -> String {
    """
    Make accounts, follow a GPS or its logs, see the weather, run streams, in a terminal.

    Usage:
    \(columns(commands.map { (call(of: $0, $0.synopsis), $0.summary) }))
      \(Program.name) \(CommandParser.help.name) | \(CommandParser.version.name)

    Each screen also takes:
    \(columns(shared.map { ($0.labelWithChoices, $0.summary) }))

    '\(Program.name) COMMAND --help' tells more about a command. ^G or F1 lists a screen's keys.
    Where an option is not given, a variable stands for it: SIGNUP_TUI_THEME=light.
    Exit status: 0 done, 1 bad data or cancelled, 2 bad command line or no terminal,
    130 interrupted.
    """
  }

  /// The page of a group of commands; the command that has the group's name itself comes first.
  static func page(ofGroup name: String, _ commands: [CommandSpec]) -> String {
    let members = commands.filter { $0.nameInGroup != nil }
    let list = """
      \(columns(members.map { (call(of: $0, $0.synopsis), $0.summary) }))

      '\(Program.name) \(name) COMMAND --help' tells more about a command.
      """
    guard let own = commands.first(where: { $0.nameInGroup == nil }) else {
      return "Usage:\n" + list
    }
    return page(of: own) + "\n\nCommands of \(name):\n" + list
  }

  /// The page of a command.
  static func page(of command: CommandSpec) -> String {
    var sections = [command.purpose]
    let first = "Usage: " + call(of: command, command.usages[0])
    if command.usages.count == 1, first.count <= width {
      sections.append(first)
    } else {
      let lines = command.usages.flatMap { usage(of: command, $0) }
      sections.append((["Usage:"] + lines).joined(separator: "\n"))
    }
    if !command.options.isEmpty {
      sections.append(columns(command.options.map { ($0.label, $0.help) }))
    }
    sections += (command.notes + [variables(of: command)].compactMap { $0 }).map {
      TextWrapping.lines(of: $0, width: width).joined(separator: "\n")
    }
    return sections.joined(separator: "\n\n")
  }

  /// The variables that stand for a command's options; nil where there are none.
  private static func variables(of command: CommandSpec) -> String? {
    let examples = command.options.compactMap(\.variableExample)
    guard !examples.isEmpty else { return nil }
    return "Where an option is not given, a variable stands for it: "
      + examples.joined(separator: ", ") + "."
  }

  /// A command line in one line: `SignupTUI export FILE --to csv`.
  static func call(of command: CommandSpec, _ parts: [CommandSpec.UsagePart]) -> String {
    ([start(of: command)] + parts.map(text)).joined(separator: " ")
  }

  /// A command line in as many lines as it takes, the options below each other.
  private static func usage(
    of command: CommandSpec, _ parts: [CommandSpec.UsagePart]
  ) -> [String] {
    let start = "  " + start(of: command)
    var lines = [start]
    for part in parts.map(text) {
      if lines[lines.count - 1].count + 1 + part.count > width {
        lines.append(String(repeating: " ", count: start.count))
      }
      lines[lines.count - 1] += " " + part
    }
    return lines
  }

  private static func start(of command: CommandSpec) -> String {
    "\(Program.name) " + (command.isDefault ? "[\(command.name)]" : command.name)
  }

  private static func text(of part: CommandSpec.UsagePart) -> String {
    switch part {
    case .operand(let operand): operand.label
    case .required(let option): option.label
    case .optional(let option): "[\(option.label)]"
    }
  }

  /// Labels and, in a column of their own, wrapped texts.
  private static func columns(_ rows: [(label: String, text: String)]) -> String {
    let column = 2 + (rows.map(\.label.count).max() ?? 0) + gap
    let blanks = String(repeating: " ", count: column)
    return rows.flatMap { label, text in
      let lines = TextWrapping.lines(of: text, width: width - column)
      return lines.enumerated().map { number, line in
        let start = number == 0 ? "  " + label : ""
        return start + blanks.dropFirst(start.count) + line
      }
    }
    .joined(separator: "\n")
  }
}
