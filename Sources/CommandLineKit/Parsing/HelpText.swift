import TerminalKit

/// The texts of `--help` and `--version`, made from the commands' specifications.
package struct HelpText {
  private let program: ProgramSpec

  package init(_ program: ProgramSpec) { self.program = program }

  package var version: String { "\(program.name) \(program.version)" }

  /// The maximum width of a page: pages are read on terminals of 80 columns.
  private let width = 80
  /// The blanks between two columns.
  private let gap = 2
  /// The maximum width of a label with text next to it; below a longer one the text begins on its
  /// own line.
  private let widestLabel = 24

  /// The length of a page.
  package enum Length {
    /// The most important part, which fits a screen of 24 lines, and the names of the other parts;
    /// `--help` shows it.
    case screen
    /// Everything; `help` shows it.
    case full
  }

  /// The number of lines of a screen.
  private let height = 24

  /// The page of the whole program.
  package func overview(_ length: Length) -> String {
    let commands = program.specifications
    let rows = commands.filter { $0.nameInGroup == nil }.map { command in
      let members = commands.filter { $0.topic == command.name }.compactMap(\.nameInGroup)
      let others = members.isEmpty ? "" : "; also \(members.listed)"
      return (command.name, command.summary + (command.isDefault ? " (default)" : "") + others)
    }
    func page(_ shown: Int, _ ending: String) -> String {
      """
      \(program.purpose)

      Usage: \(program.name) [COMMAND] [options]
             \(program.name) FILE    \(program.opening.summary)

      Commands:
      \(columns(Array(rows.prefix(shown))))

      \(ending)
      """
    }
    let shared = columns(program.shared.options().map { ($0.labelWithChoices, $0.summary) })
    let full = page(rows.count, "\(program.shared.heading)\n\(shared)\n\n\(program.notes)")
    return fitted(full, length, in: height, below: rows.count) { shown in
      let rest = (rows.dropFirst(shown).map(\.0) + ["the options of every screen"]).listed
      return page(
        shown,
        wrapped(
          "'\(program.name) COMMAND --help' explains a command. '\(program.name) help' also "
            + "lists \(rest)."))
    }
  }

  /// The full page, or the longest of the shorter ones that fits the screen.
  private func fitted(
    _ full: String, _ length: Length, in height: Int, below count: Int,
    _ page: (_ shown: Int) -> String
  ) -> String {
    if length == .full || full.lines <= height { return full }
    let pages = (1..<max(count, 2)).reversed().lazy.map(page)
    return pages.first { $0.lines <= height } ?? page(1)
  }

  /// The page of a group of commands; the command that has the group's name itself comes first.
  package func page(
    ofGroup name: String, _ commands: [CommandSpec], _ length: Length
  ) -> String {
    let members = commands.filter { $0.nameInGroup != nil }
    let list = """
      \(columns(members.map { ($0.name, $0.summary) }))

      Run '\(program.name) \(name) COMMAND --help' for more about a command.
      """
    guard let own = commands.first(where: { $0.nameInGroup == nil }) else {
      return "Usage: \(program.name) \(name) COMMAND\n\n" + list
    }
    let ending = "\n\nCommands of \(name):\n" + list
    return page(of: own, length, in: height - ending.lines + 1) + ending
  }

  /// The page of a command.
  package func page(of command: CommandSpec, _ length: Length) -> String {
    page(of: command, length, in: height)
  }

  private func page(of command: CommandSpec, _ length: Length, in height: Int) -> String {
    let shared = program.shared.options().map(\.name)
    let own = command.options.filter { !shared.contains($0.name) }
    let calls = calls(of: command).map { "\(program.name) \($0)" }
    func page(_ shown: Int, _ ending: [String]) -> String {
      let start = [wrapped(command.purpose), "Usage: " + calls.joined(separator: "\n       ")]
      let options = columns(own.prefix(shown).map { ($0.labelWithNames, $0.help) })
      return (start + (options.isEmpty ? [] : [options]) + ending + examples(of: command))
        .joined(separator: "\n\n")
    }
    let full = page(own.count, command.notes.map(wrapped) + ending(of: command))
    return fitted(full, length, in: height, below: own.count + 1) { shown in
      let rest = own.dropFirst(shown) + command.options.filter { shared.contains($0.name) }
      let others = (rest.map(\.name) + (command.notes.isEmpty ? [] : ["more"])).listed
      return page(shown, [wrapped("'\(program.name) help \(command.name)' adds \(others).")])
    }
  }

  private func examples(of command: CommandSpec) -> [String] {
    guard !command.examples.isEmpty else { return [] }
    let calls = command.examples.map { "  \(program.name) \($0.call)" }
    let column = (calls.map(\.count).max() ?? 0) + gap
    let examples = zip(calls, command.examples).map { call, example in
      call + String(repeating: " ", count: column - call.count) + example.text
    }
    return [(["Examples:"] + examples).joined(separator: "\n")]
  }

  /// The options that every screen has, and how variables set options.
  private func ending(of command: CommandSpec) -> [String] {
    let shared = program.shared.options().filter { command.options.contains($0) }.map(\.name)
    let variable = command.options.lazy.compactMap { option in
      program.variable(for: option).map { "\($0)=\(option.value?.placeholder ?? "1")" }
    }.first
    let lines = [
      shared.isEmpty ? nil : "For \(shared.listed), see '\(program.name) help'.",
      variable.map { "Environment variables can set options: \($0)." },
    ].compactMap(\.self)
    return lines.isEmpty ? [] : [lines.joined(separator: "\n")]
  }

  /// The different calls of a command, each with its optional options as one part.
  ///
  /// A call that differs from another only by options is left out: the options' list shows them.
  private func calls(of command: CommandSpec) -> [String] {
    var seen: [Set<String>] = []
    return command.usages.compactMap { usage in
      let parts = usage.filter { !$0.isOptional }
      let labels = Set(parts.compactMap(\.placeholder))
      if seen.contains(where: { $0 == labels || !$0.isEmpty && $0.isSubset(of: labels) }) {
        return nil
      }
      seen.append(labels)
      let call = command.isDefault ? "[\(command.name)]" : command.name
      return ([call] + parts.map(\.label) + (parts.count < usage.count ? ["[options]"] : []))
        .joined(separator: " ")
    }
  }

  private func wrapped(_ text: String) -> String {
    TextWrapping.lines(of: text, width: width).joined(separator: "\n")
  }

  /// Labels and, in a column of their own, wrapped texts.
  private func columns(_ rows: [(label: String, text: String)]) -> String {
    let widest = rows.map(\.label.count).filter { $0 <= widestLabel }.max() ?? widestLabel
    let column = 2 + widest + gap
    let blanks = String(repeating: " ", count: column)
    return rows.flatMap { label, text in
      let lines = TextWrapping.lines(of: text, width: width - column).map { blanks + $0 }
      guard label.count <= widest, let first = lines.first else { return ["  " + label] + lines }
      let start = "  " + label
      return [start + first.dropFirst(start.count)] + lines.dropFirst()
    }
    .joined(separator: "\n")
  }
}

extension String {
  /// The number of its lines.
  fileprivate var lines: Int { utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
}
