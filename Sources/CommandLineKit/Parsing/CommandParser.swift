/// The request of a command line.
package enum Request {
  /// A request to run a command.
  case run(any Command)
  /// A request for the help on a command; nil for the whole program.
  case help(CommandSpec?, HelpText.Length)
  /// A request for the commands of a group; first the one that has the group's name itself.
  case helpOnGroup(String, [CommandSpec], HelpText.Length)
  /// A request for the version.
  case version
}

/// Parses a command line using the commands' specifications.
///
/// Options may be anywhere, as `--name value` or `--name=value`; after `--` all are operands.
package struct CommandParser {
  /// The program that the command lines are for.
  private let program: ProgramSpec
  /// Returns the value of an environment variable; nil if it is not set.
  private let environment: (String) -> String?

  package init(_ program: ProgramSpec, environment: @escaping (String) -> String? = { _ in nil }) {
    (self.program, self.environment) = (program, environment)
  }

  /// The option that requests the help on a command, or on the program.
  static let help = OptionSpec("--help", short: "-h", help: "show help")
  /// The option that requests the version.
  static let version = OptionSpec("--version", short: "-V", help: "show the version")

  /// The options of every command.
  static let common = [help, version]

  /// The argument that requests full help instead of a command.
  private static let helpCommand = "help"

  private var commands: [any Command.Type] { program.commands }
  private var names: [CommandName] { program.names }

  /// Parses a command line without the program's own name.
  package func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var tokens = Token.tokens(of: arguments)
    func has(_ flag: OptionSpec) -> Bool {
      tokens.contains { token in
        if case .option(let name, nil) = token { flag.isWritten(name) } else { false }
      }
    }
    if has(CommandParser.version) { return .version }
    let name = takeCommandName(from: &tokens)
    if name == CommandParser.helpCommand {
      return try help(on: takeCommandName(from: &tokens), .full)
    }
    if has(CommandParser.help) { return try help(on: name, .screen) }
    if arguments.count == 1, let name, !topics.contains(name),
      let words = try program.opening.arguments(name)
    {
      return try parse(words)
    }
    let command = try command(named: name)
    let specification = command.specification
    let parser = ArgumentParser(
      command: specification, isNamed: name != nil, program: program, environment: environment)
    let arguments = try parser.arguments(from: tokens)
    do throws(UsageError) {
      return .run(try command.init(arguments))
    } catch { throw UsageError(arguments.naming(error.problem), topic: specification.name) }
  }

  /// Returns the help on a command, a group, or the program if there is no name.
  private func help(
    on name: String?, _ length: HelpText.Length
  ) throws(UsageError) -> Request {
    guard let name, name != CommandParser.helpCommand else { return .help(nil, length) }
    if members(of: name).isEmpty { return .help(try command(named: name).specification, length) }
    let group = commands.filter { CommandName($0.name).topic == name }.map { $0.specification }
    return .helpOnGroup(
      name, group.filter { $0.nameInGroup == nil } + group.filter { $0.nameInGroup != nil }, length)
  }

  // MARK: Finding the command

  /// Returns the names of the commands of a group; none if there is no such group.
  private func members(of group: String) -> [String] {
    names.compactMap { $0.topic == group ? $0.inGroup : nil }
  }

  /// The possible first arguments: names of commands and of groups, each once.
  private var topics: [String] {
    var seen: Set<String> = []
    return names.map(\.topic).filter { seen.insert($0).inserted }
  }

  private func command(named name: String?) throws(UsageError) -> any Command.Type {
    guard let name else {
      guard let command = commands.first(where: { $0.specification.isDefault }) else {
        throw UsageError("Which command? \(list(topics))")
      }
      return command
    }
    if let command = commands.first(where: { $0.name == name }) { return command }
    let words = name.split(separator: " ", maxSplits: 1).map(String.init)
    let names = words.first.map(members) ?? []
    guard let group = words.first, !names.isEmpty else {
      throw unknown(name, "command", among: topics + [CommandParser.helpCommand], topics)
    }
    guard words.count > 1 else {
      throw UsageError("Which command of \(group)? \(list(names))", topic: group)
    }
    throw unknown(words[1], "command of \(group)", among: names, names, topic: group)
  }

  private func unknown(
    _ word: String, _ kind: String, among known: [String], _ listed: [String], topic: String? = nil
  ) -> UsageError {
    let nearest =
      Suggestion.nearest(to: word, among: known)
      ?? Suggestion.command(for: word, ofGroup: topic, among: names)
    return UsageError(
      "'\(word)' is not a \(kind). " + (nearest.map { "Did you mean '\($0)'?" } ?? list(listed)),
      topic: topic)
  }

  private func list(_ names: [String]) -> String {
    "The commands are: \(names.joined(separator: ", "))."
  }

  /// Removes and returns the name of a command: a word, and after the name of a group a second one,
  /// which is required if the group's name alone is not a command.
  private func takeCommandName(from tokens: inout [Token]) -> String? {
    guard let first = takeWord(from: &tokens, among: topics + [CommandParser.helpCommand]) else {
      return nil
    }
    let group = members(of: first)
    // A command without operands of its own has no other use for a word.
    lazy var takesWords = commands.contains {
      $0.name == first && !$0.specification.operands.isEmpty
    }
    var rest = tokens
    guard !group.isEmpty, let second = takeWord(from: &rest, among: group),
      !takesWords || group.contains(second) || isMisspelled(second, among: group, before: rest)
    else { return first }
    tokens = rest
    return "\(first) \(second)"
  }

  /// Returns true if an argument after a group's name is probably a misspelled command: it is close
  /// to the name of one, and arguments follow it.
  private func isMisspelled(_ word: String, among names: [String], before rest: [Token]) -> Bool {
    Suggestion.nearest(to: word, among: names) != nil && rest.contains(where: \.isWord)
  }

  /// Removes and returns the first argument that is neither an option nor its value.
  ///
  /// Options may come before the command, so it is not known yet which options have values; no
  /// option has a value in one command and none in another.
  private func takeWord(from tokens: inout [Token], among names: [String]) -> String? {
    // The other commands' options are made only if an argument may belong to one.
    lazy var options = program.specifications.flatMap(\.options) + CommandParser.common
    for (index, token) in tokens.enumerated() {
      guard case .word(let word) = token else { continue }
      if index > 0, case .option(let name, nil) = tokens[index - 1] {
        let option = options.first { $0.isWritten(name) }
        // The argument after a misspelled option may have been meant as its value.
        if option.map({ $0.takesWord(word, among: names) }) ?? !names.contains(word) { continue }
      }
      tokens.remove(at: index)
      return word
    }
    return nil
  }
}

extension OptionSpec {
  /// Returns true if the word after the option is its value. An optional value cannot be the name
  /// of a command.
  fileprivate func takesWord(_ word: String, among names: [String]) -> Bool {
    value.map { !$0.isOptional || !names.contains(word) } ?? false
  }
}
