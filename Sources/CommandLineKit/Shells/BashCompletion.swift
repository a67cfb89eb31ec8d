import Formats

/// A script that completes command lines in bash 4.4 and later; it needs no other script.
package struct BashCompletion {
  private let program: ProgramSpec
  private let words: CommandWords

  /// A script for the commands of a program.
  package init(_ program: ProgramSpec) {
    self.program = program
    words = CommandWords(program.specifications)
  }

  /// The whole script.
  package var script: String {
    """
    # bash completion for \(program.name); made by '\(program.name) completions bash'.
    # Offers the lines that the program prints of a list, each as one word.
    _\(program.name)_listed() {
      local line
      COMPREPLY=()
      while IFS= read -r line; do
        [[ $line == "${word//\\\\/}"* ]] && COMPREPLY+=("$(printf %q "$line")")
      done < <("${COMP_WORDS[0]}" completions "$1" -- "${COMP_WORDS[@]:1}" 2>/dev/null)
    }
    _\(program.name)() {
      local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
      local command= operands=0 i part
      # An equals sign is a word of its own to bash.
      if [[ $word == = ]]; then
        word=
      elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        part=${COMP_WORDS[i]}
        case $part in
          \(words.optionsWithValue.joined(separator: "|")))
            [[ ${COMP_WORDS[i+1]} == = ]] && ((i++))
            ((i++)) ;;
          -*|=) ;;
          *)
            case "$command $part" in
    \(names)
              *) ((operands++)) ;;
            esac ;;
        esac
      done
      case "$command $before" in
    \(values)
      esac
      COMPREPLY=()
      case $command in
    \(all)
      esac
    }
    complete -F _\(program.name) \(program.name)

    """
  }

  /// The part of the script that finds the name of a command in the arguments.
  private var names: String {
    let topics = words.topics.map { "            \" \($0.name)\") command=\($0.name) ;;" }
    let members = words.commands.compactMap { command in
      command.nameInGroup.map {
        "            \"\(command.topic) \($0)\") command=\(command.name.shellQuoted) ;;"
      }
    }
    return (topics + members).joined(separator: "\n")
  }

  /// The part of the script for the value of an option.
  private var values: String {
    (words.commands.map { ($0.name, $0) } + (words.defaultCommand.map { [("", $0)] } ?? []))
      .flatMap { name, command in
        command.options.compactMap { option in
          // If the value is optional, a different argument may come here.
          option.value.flatMap { $0.isOptional ? nil : $0 }.map { value in
            let patterns = option.names.map { "\"\(name) \($0)\"" }.joined(separator: "|")
            return "    \(patterns)) \(reply(value.kind)); return ;;"
          }
        }
      }
      .joined(separator: "\n")
  }

  /// The part of the script for an argument that is not an option's value.
  private var all: String {
    var cases: [String] = []
    var first = words.topics.map(\.name)
    first += words.defaultCommand?.allOptions.map(\.name) ?? []
    cases.append("    \"\") \(reply(.choice(first, usual: nil))) ;;")
    for command in words.commands {
      var lines = ["    \(command.name.shellQuoted))"]
      for (index, operand) in command.operands.enumerated() where operand.kind != .text {
        let sign = operand.repeats ? ">=" : "=="
        lines.append("      ((operands \(sign) \(index))) && { \(reply(operand.kind)); }")
      }
      var candidates = command.allOptions.map(\.name)
      if command.nameInGroup == nil {
        candidates += words.members(of: command.topic).compactMap(\.nameInGroup)
      }
      lines.append("      \(add(candidates)) ;;")
      cases.append(lines.joined(separator: "\n"))
    }
    // Groups that are not commands themselves.
    for group in words.groups where !words.commands.contains(where: { $0.name == group }) {
      let members = words.members(of: group).compactMap(\.nameInGroup)
      cases.append("    \(group)) \(add(members)) ;;")
    }
    return cases.joined(separator: "\n")
  }

  private func add(_ candidates: [String]) -> String {
    "COMPREPLY+=($(compgen -W \(candidates.joined(separator: " ").shellQuoted) -- \"$word\"))"
  }

  private func reply(_ kind: OptionValue.Kind) -> String {
    switch kind {
    case .text, .number: "COMPREPLY=()"
    case .file: "compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- \"$word\")"
    case .choice(let names, _): add(names)
    case .listed(.words(let words), _): add(words)
    case .listed(.files, _): reply(.file)
    case .listed(.groups, _): "mapfile -t COMPREPLY < <(compgen -g -- \"$word\")"
    case .listed(.called(let list, let orFile), _):
      "_\(program.name)_listed \(list)"
        + (orFile ? "; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$word\")" : "")
    }
  }
}
