import Formats

/// The commands and options of all command lines, as any shell needs them.
struct CommandWords {
  /// All commands.
  let commands: [CommandSpec]

  init(_ commands: [CommandSpec]) { self.commands = commands }

  /// The possible first arguments, in the order of the help, with their summaries.
  var topics: [(name: String, summary: String)] {
    var seen: Set<String> = []
    return commands.compactMap { command in
      guard seen.insert(command.topic).inserted else { return nil }
      return (command.topic, command.summary)
    }
  }

  /// Returns the commands of a group; none if `topic` is a command and not a group.
  func members(of topic: String) -> [CommandSpec] {
    commands.filter { $0.topic == topic && $0.nameInGroup != nil }
  }

  /// The names of the groups.
  var groups: [String] { topics.map(\.name).filter { !members(of: $0).isEmpty } }

  /// Every name of an option that needs a value, in any command: no option has a value in one
  /// command and none in another.
  var optionsWithValue: [String] {
    let options = commands.flatMap(\.options).filter { $0.value.map { !$0.isOptional } ?? false }
    return Array(Set(options.flatMap(\.names))).sorted()
  }

  /// The command that is run if the command line names none.
  var defaultCommand: CommandSpec? { commands.first { $0.isDefault } }
}

extension CommandSpec {
  /// Its options, and those of every command.
  var allOptions: [OptionSpec] { options + CommandParser.common }

  /// Its name as part of a name in a shell's script.
  var identifier: String { name.parts(at: " ").joined(separator: "_") }
}

extension OptionSpec {
  /// All its names.
  var names: [String] { [name] + (shortName.map { [$0] } ?? []) }
}
