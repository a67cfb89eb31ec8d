import TerminalKit

/// The texts of `--help` and `--version`, made from the commands' specifications.
package struct HelpText {
  private let program: ProgramSpec

  package init(_ program: ProgramSpec) { self.program = program }

  package var version: String { "\(program.name) \(program.version)" }

  /// The greatest width of a page.
  private let width = 88
  /// The blanks between two columns.
  private let gap = 3

  /// The page of the whole program.
  package var overview: String {
    """
    \(program.purpose)

    Usage:
    \(columns(program.specifications.map { (program.call(of: $0, $0.synopsis), $0.summary) }))
      \(program.name) \(CommandParser.help.name) | \(CommandParser.version.name)

    \(program.shared.heading)
    \(columns(program.shared.options().map { ($0.labelWithChoices, $0.summary) }))

    \(program.notes)
    """
  }

  /// The page of a group of commands; the command that has the group's name itself comes first.
  package func page(ofGroup name: String, _ commands: [CommandSpec]) -> String {
    let members = commands.filter { $0.nameInGroup != nil }
    let list = """
      \(columns(members.map { (program.call(of: $0, $0.synopsis), $0.summary) }))

      '\(program.name) \(name) COMMAND --help' tells more about a command.
      """
    guard let own = commands.first(where: { $0.nameInGroup == nil }) else {
      return "Usage:\n" + list
    }
    return page(of: own) + "\n\nCommands of \(name):\n" + list
  }

  /// The page of a command.
  package func page(of command: CommandSpec) -> String {
    var sections = [command.purpose]
    let first = "Usage: " + program.call(of: command, command.usages[0])
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

  /// The variables that stand for a command's options; nil if there are none.
  private func variables(of command: CommandSpec) -> String? {
    let examples = command.options.compactMap { option in
      program.variable(for: option).map { "\($0)=\(option.value?.placeholder ?? "1")" }
    }
    guard !examples.isEmpty else { return nil }
    return "Where an option is not given, a variable stands for it: "
      + examples.joined(separator: ", ") + "."
  }

  /// A command line on as many lines as needed, with the options below each other.
  private func usage(of command: CommandSpec, _ parts: [CommandSpec.UsagePart]) -> [String] {
    let start = "  " + program.start(of: command)
    var lines = [start]
    for part in parts.map(\.label) {
      if lines[lines.count - 1].count + 1 + part.count > width {
        lines.append(String(repeating: " ", count: start.count))
      }
      lines[lines.count - 1] += " " + part
    }
    return lines
  }

  /// Labels and, in a column of their own, wrapped texts.
  private func columns(_ rows: [(label: String, text: String)]) -> String {
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
