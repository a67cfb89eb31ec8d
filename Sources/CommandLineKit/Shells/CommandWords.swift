/// What a shell has to know of all command lines, whichever shell it is.
struct CommandWords {
  /// All that there are.
  let commands: [CommandSpec]

  init(_ commands: [CommandSpec]) { self.commands = commands }

  /// What a command line can begin with, in the order of the help, and what it does.
  var topics: [(name: String, summary: String)] {
    var seen: Set<String> = []
    return commands.compactMap { command in
      guard seen.insert(command.topic).inserted else { return nil }
      return (command.topic, command.summary)
    }
  }

  /// The commands of a group; none where `topic` is a command and no group.
  func members(of topic: String) -> [CommandSpec] {
    commands.filter { $0.topic == topic && $0.nameInGroup != nil }
  }

  /// The names of the groups.
  var groups: [String] { topics.map(\.name).filter { !members(of: $0).isEmpty } }

  /// Every way to write an option behind which a value has to stand, of whatever command: no name
  /// has a value in one command and none in another.
  var optionsWithValue: [String] {
    let options = commands.flatMap(\.options).filter { $0.value.map { !$0.isOptional } ?? false }
    return Array(Set(options.flatMap(\.names))).sorted()
  }

  /// The command that is meant where a command line names none.
  var defaultCommand: CommandSpec? { commands.first { $0.isDefault } }
}

extension CommandSpec {
  /// Its options, and those that every command has.
  var allOptions: [OptionSpec] { options + CommandParser.common }

  /// Its name as part of a name in a shell's script.
  var identifier: String { String(name.map { $0 == " " ? "_" : $0 }) }
}

extension OptionSpec {
  /// Every way to write it.
  var names: [String] { [name] + (shortName.map { [$0] } ?? []) }
}

extension String {
  /// The text as one word of a shell: in single quotes.
  var singleQuoted: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
