/// What a command line asks for.
enum Request {
  /// To run a command.
  case run(any Command)
  /// What a command does and takes; nil for the whole program.
  case help(CommandSpec?)
  /// Which version this is.
  case version
}

/// Understands a command line by the specifications of the commands.
///
/// Options may stand anywhere, as `--name value` or `--name=value`; after `--` nothing is an
/// option.
struct CommandParser {
  /// All that there are.
  let commands: [any Command.Type]

  /// Asks for the page of a command, or that of the program.
  static let help = OptionSpec("--help", short: "-h", help: "show what a command does and takes")
  /// Asks which version this is.
  static let version = OptionSpec("--version", short: "-V", help: "show the version")

  /// The options that every command has.
  static let common = [help, version]

  /// What stands in place of a command to ask for help.
  private static let helpCommand = "help"

  private var specifications: [CommandSpec] { commands.map { $0.specification } }

  /// Understands a command line, without the program's own name.
  func parse(_ arguments: [String]) throws(UsageError) -> Request {
    var tokens = Token.tokens(of: arguments)
    func has(_ flag: OptionSpec) -> Bool {
      tokens.contains { token in
        if case .option(let name, nil) = token { flag.isWritten(name) } else { false }
      }
    }
    if has(CommandParser.version) { return .version }
    let name = takeCommandName(from: &tokens)
    if name == CommandParser.helpCommand {
      let topic = takeCommandName(from: &tokens)
      if topic == CommandParser.helpCommand { return .help(nil) }
      return .help(try topic.map(command).map { $0.specification })
    }
    let command = try command(named: name)
    let specification = command.specification
    if has(CommandParser.help) { return .help(name == nil ? nil : specification) }
    let parser = ArgumentParser(
      command: specification, isNamed: name != nil, commands: specifications)
    let arguments = try parser.arguments(from: tokens)
    do throws(UsageError) {
      return .run(try command.init(arguments))
    } catch { throw UsageError(error.problem, topic: specification.name) }
  }

  // MARK: Which command

  private func command(named name: String?) throws(UsageError) -> any Command.Type {
    guard let name else {
      guard let command = commands.first(where: { $0.specification.isDefault }) else {
        throw UsageError("Which command? \(commandList)")
      }
      return command
    }
    if let command = commands.first(where: { $0.specification.name == name }) { return command }
    let nearest = Suggestion.nearest(
      to: name, among: specifications.map(\.name) + [CommandParser.helpCommand])
    throw UsageError(
      "'\(name)' is not a command. "
        + (nearest.map { "Did you mean '\($0)'?" } ?? commandList))
  }

  private var commandList: String {
    "There are: \(specifications.map(\.name).joined(separator: ", "))."
  }

  /// Takes out the first word that is not an option's value.
  ///
  /// Options may stand before the command, so it is not known yet which values they take; no name
  /// has a value in one command and none in another.
  private func takeCommandName(from tokens: inout [Token]) -> String? {
    let options = specifications.flatMap(\.options) + CommandParser.common
    let names = specifications.map(\.name) + [CommandParser.helpCommand]
    for (index, token) in tokens.enumerated() {
      guard case .word(let word) = token else { continue }
      if index > 0, case .option(let name, nil) = tokens[index - 1] {
        let option = options.first { $0.isWritten(name) }
        // What follows a misspelt option may have been meant for its value.
        if option.map({ $0.value != nil }) ?? !names.contains(word) { continue }
      }
      tokens.remove(at: index)
      return word
    }
    return nil
  }
}
