import Formats

/// A script that completes command lines in fish 3 and later.
package struct FishCompletion {
  private let program: ProgramSpec
  private let words: CommandWords
  private var function: String { "__\(program.name)_command" }

  /// A script for the commands of a program.
  package init(_ program: ProgramSpec) {
    self.program = program
    words = CommandWords(program.specifications)
  }

  /// The whole script.
  package var script: String {
    var lines = [start]
    for (name, summary) in words.topics {
      lines.append(rule(in: "", "-a \(name) -d \(summary.shellQuoted)"))
    }
    if let command = words.defaultCommand { lines += options(of: command, in: "") }
    for command in words.commands {
      lines += options(of: command, in: command.name)
      lines += operands(of: command)
    }
    for group in words.groups {
      for member in words.members(of: group) {
        guard let name = member.nameInGroup else { continue }
        lines.append(rule(in: group, "-a \(name) -d \(member.summary.shellQuoted)"))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The start of the script: only arguments declared as files complete to files. The function
  /// prints the command named in the line before the cursor.
  private var start: String {
    let members = words.commands.compactMap { command in
      command.nameInGroup == nil ? nil : "'\(command.name)'"
    }
    return """
      # fish completion for \(program.name); made by '\(program.name) completions fish'.
      function \(function)
          set -l command
          set -l is_value no
          for word in (commandline -opc)[2..]
              if test $is_value = yes
                  set is_value no
                  continue
              end
              switch $word
                  case \(words.optionsWithValue.joined(separator: " "))
                      set is_value yes
                  case '-*'
                  case '*'
                      if test -z "$command"; and contains -- $word \(topicNames)
                          set command $word
                      else if contains -- "$command $word" \(members.joined(separator: " "))
                          set command "$command $word"
                      end
              end
          end
          echo $command
      end
      complete -c \(program.name) -f
      """
  }

  private var topicNames: String { words.topics.map(\.name).joined(separator: " ") }

  private func rule(in command: String, _ rest: String) -> String {
    "complete -c \(program.name) -n 'test \"$(\(function))\" = \"\(command)\"' \(rest)"
  }

  private func options(of command: CommandSpec, in name: String) -> [String] {
    command.allOptions.map { option in
      var rest = "-l \(option.name.dropFirst(2))"
      if let short = option.shortName { rest += " -s \(short.dropFirst())" }
      // An optional value is written after an equals sign, or left out.
      if let value = option.value, !value.isOptional { rest += " " + self.value(value.kind) }
      return rule(in: name, rest + " -d \(option.summary.shellQuoted)")
    }
  }

  private func operands(of command: CommandSpec) -> [String] {
    command.operands.compactMap { operand in
      switch operand.kind {
      case .text, .number: nil
      case .file: rule(in: command.name, "-F")
      case .choice(let names, _): rule(in: command.name, "-a '\(names.joined(separator: " "))'")
      case .listed(let listing, _): rule(in: command.name, candidates(listing))
      }
    }
  }

  private func value(_ kind: OptionValue.Kind) -> String {
    switch kind {
    case .text, .number: "-x"
    case .file: "-r -F"
    case .choice(let names, _): "-x -a '\(names.joined(separator: " "))'"
    case .listed(let listing, _): (listing.hasFiles ? "-r " : "-x ") + candidates(listing)
    }
  }

  private func candidates(_ listing: OptionValue.Listing) -> String {
    switch listing {
    case .words(let words): "-a '\(words.joined(separator: " "))'"
    case .files: "-F"
    case .groups: "-a '(__fish_complete_groups)'"
    case .called(let list, let orFile):
      "-a '(\(program.name) completions \(list) -- (commandline -opc)[2..] 2>/dev/null)'"
        + (orFile ? " -F" : "")
    }
  }
}
