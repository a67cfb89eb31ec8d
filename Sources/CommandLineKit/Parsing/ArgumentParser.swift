import Formats

/// Sorts the arguments of a command line into a command's options and operands, by its
/// specification.
struct ArgumentParser {
  /// The command.
  let command: CommandSpec
  /// True if the command line names it; without a name it is the default one.
  let isNamed: Bool
  /// The program, to find the command that an unknown option belongs to.
  let program: ProgramSpec
  /// The value of an environment variable.
  let environment: (String) -> String?

  /// The specifications of all commands, needed only for an error.
  private var commands: [CommandSpec] { program.specifications }

  /// Returns the arguments, if they are complete and obey the command's rules.
  func arguments(from tokens: [Token]) throws(UsageError) -> Arguments {
    var arguments = Arguments()
    let words = try takeOptions(from: tokens, into: &arguments)
    try take(words, into: &arguments)
    try takeVariables(into: &arguments)
    while let rule = command.rules.first(where: {
      $0.problem(in: arguments, of: command.name) != nil
    }) {
      // A variable applies to all calls, so it does not conflict with the options of this one.
      let dispensable = rule.dispensable(in: arguments)
      if dispensable.isEmpty, let problem = rule.problem(in: arguments, of: command.name) {
        throw usageError(arguments.naming(problem))
      }
      for option in dispensable {
        arguments.options[option.name] = nil
        arguments.variables[option.name] = nil
      }
    }
    return arguments
  }

  /// Sets missing options from their environment variables. An empty variable counts as not set.
  private func takeVariables(into arguments: inout Arguments) throws(UsageError) {
    for option in command.options where !arguments.has(option) {
      guard let variable = program.variable(for: option), let text = environment(variable),
        !text.isEmpty
      else { continue }
      if option.value == nil {
        switch text.lowercased() {
        case "1", "yes", "true", "on": arguments.options[option.name] = ""
        case "0", "no", "false", "off": continue
        default:
          throw usageError("The environment variable \(variable) must be 1 or 0, not '\(text)'.")
        }
      } else {
        arguments.options[option.name] = text
      }
      arguments.variables[option.name] = variable
    }
  }

  private func usageError(_ problem: String) -> UsageError {
    UsageError(problem, topic: command.name)
  }

  /// Takes the options with their values, the last value if repeated; returns the other arguments.
  private func takeOptions(
    from tokens: [Token], into arguments: inout Arguments
  ) throws(UsageError) -> [String] {
    var words: [String] = []
    var rest = tokens[...]
    while let token = rest.popFirst() {
      switch token {
      case .separator: break
      case .word(let word): words.append(word)
      case .option(let name, var value):
        let option = try option(name)
        if let expected = option.value {
          if value == nil, case .word(let next) = rest.first, !(expected.isOptional && next == "-")
          {
            value = next
            rest.removeFirst()
          }
          guard let value = value ?? (expected.isOptional ? "" : nil) else {
            throw usageError("\(name) needs a value: \(name) \(expected.example).")
          }
          arguments.options[option.name] = value
          arguments.allTexts[option.name, default: []].append(value)
        } else {
          if let value {
            throw UsageError(
              "\(name) takes no value, but '\(value)' was given.", topic: topic(of: name))
          }
          arguments.options[option.name] = ""
        }
      }
    }
    return words
  }

  /// Takes the operands; throws an error for a missing or a superfluous one.
  private func take(_ words: [String], into arguments: inout Arguments) throws(UsageError) {
    var words = words[...]
    for operand in command.operands {
      guard var word = words.popFirst() else {
        if operand.isOptional { break }
        let call = program.call(of: command, command.synopsis)
        throw usageError("\(command.name) needs a \(operand.noun): \(call).")
      }
      while true {
        if word.isEmpty, !operand.mayBeEmpty {
          throw usageError("\(command.name) needs a \(operand.noun), not an empty argument.")
        }
        arguments.operands.append(word)
        guard operand.repeats, let next = words.popFirst() else { break }
        word = next
      }
    }
    if let word = words.first {
      throw usageError("Unexpected argument '\(word)' for \(command.name).")
    }
  }

  // MARK: Unknown options

  private func option(_ name: String) throws(UsageError) -> OptionSpec {
    if let option = command.option(name) { return option }
    if let option = CommandParser.common.first(where: { $0.isWritten(name) }) { return option }
    let (advice, topic) = advice(on: name)
    throw UsageError("\(command.name) has no option '\(name)'. \(advice)", topic: topic)
  }

  /// Returns the advice on an option that the command lacks, and the topic whose help to read: the
  /// option of this command that was meant, otherwise the commands that have it or a similar one,
  /// otherwise the available options.
  private func advice(on name: String) -> (text: String, topic: String?) {
    let known = (command.options + CommandParser.common).map(\.name)
    let owners = owners(of: name)
    // `--key` begins `--key-file`.
    let begun =
      name.count > 3 ? known.filter { $0.hasPrefix(name) }.min { $0.count < $1.count } : nil
    if let meant = begun ?? Suggestion.nearest(to: name, among: known) {
      let other = owners.isEmpty ? "" : " (\(name) is an option of \(owners.listed).)"
      return ("Did you mean '\(meant)'?" + other, topic(of: meant))
    }
    if !owners.isEmpty {
      return ("\(name) is an option of \(owners.listed).", topic(of: name) ?? owners[0])
    }
    let elsewhere = commands.flatMap(\.options).map(\.name)
    if let nearest = Suggestion.nearest(to: name, among: elsewhere, within: 1) {
      let owners = self.owners(of: nearest)
      return ("Did you mean '\(nearest)' of \(owners.listed)?", topic(of: name) ?? owners[0])
    }
    return ("Its options are: \(known.joined(separator: ", ")).", topic(of: name))
  }

  /// The commands that have an option.
  private func owners(of name: String) -> [String] {
    commands.filter { $0.option(name) != nil }.map(\.name)
  }

  /// Returns the topic whose help describes an option: the command if it has the option or was
  /// named, otherwise the whole program.
  private func topic(of option: String) -> String? {
    isNamed || command.option(option) != nil ? command.name : nil
  }
}
