import Formats

/// A script that completes command lines in zsh 5; put it into a folder of `$fpath`, under the
/// program's name with an underscore before it.
package struct ZshCompletion {
  private let program: ProgramSpec
  private let words: CommandWords

  /// A script for the commands of a program.
  package init(_ program: ProgramSpec) {
    self.program = program
    words = CommandWords(program.specifications)
  }

  /// The whole script.
  package var script: String {
    let defaults = words.defaultCommand.map { arguments(of: $0).joined(separator: " \\\n    ") }
    return """
      #compdef \(program.name)
      # zsh completion for \(program.name); made by '\(program.name) completions zsh'.

      \(words.commands.map(function).joined(separator: "\n\n"))

      # Offers the lines that the program prints of a list, each as one word.
      _\(program.name)_listed() {
        local -a lines
        lines=(${(f)"$(\(program.name) completions $1 -- ${(Q)${(z)BUFFER}[2,-1]} 2>/dev/null)"})
        compadd -a lines
      }

      _\(program.name)() {
        local curcontext=$curcontext state line
        typeset -A opt_args
        _arguments -C \\
          \(defaults ?? "") \\
          '(-)1: :->command' '(-)*:: :->rest' && return
        case $state in
          command)
            local -a commands=(\(described(words.topics)))
            _describe command commands ;;
          rest)
            case $words[1] in
      \(dispatch)
            esac ;;
        esac
      }

      # Loaded by the completion system, it is the completion; read by `source`, it is declared.
      if [[ $funcstack[1] == _\(program.name) ]]; then
        _\(program.name) "$@"
      else
        compdef _\(program.name) \(program.name)
      fi

      """
  }

  /// Returns the function for one command; the words begin with the command's name.
  private func function(of command: CommandSpec) -> String {
    let arguments = arguments(of: command) + operands(of: command)
    return """
      \(name(command))() {
        _arguments \\
          \(arguments.joined(separator: " \\\n    "))
      }
      """
  }

  private func name(_ command: CommandSpec) -> String { "_\(program.name)_\(command.identifier)" }

  private func arguments(of command: CommandSpec) -> [String] {
    command.allOptions.flatMap { option in
      let text = "[\(escaped(option.summary))]"
      guard let value = option.value else { return option.names.map { ($0 + text).shellQuoted } }
      let end = ":\(escaped(value.placeholder)):\(action(value.kind))"
      // An optional value is written after the equals sign, or left out.
      if value.isOptional { return option.names.map { ($0 + "=-" + text + ":" + end).shellQuoted } }
      return option.names.map { ($0 + "=" + text + end).shellQuoted }
    }
  }

  private func operands(of command: CommandSpec) -> [String] {
    let members = command.nameInGroup == nil ? words.members(of: command.topic) : []
    return command.operands.enumerated().map { index, operand in
      var action = action(operand.kind)
      if index == 0, !members.isEmpty {
        let names = members.compactMap(\.nameInGroup).joined(separator: " ")
        action = "{ compadd -- \(names); \(action.trimmedAction) }"
      }
      // A message when nothing can be completed would keep options from being completed.
      if action == " " { action = "()" }
      let number = operand.repeats ? "*" : "\(index + 1)"
      return "\(number):\(escaped(operand.noun)):\(action)".shellQuoted
    }
      + (command.operands.isEmpty && !members.isEmpty
        ? ["1:command:(\(members.compactMap(\.nameInGroup).joined(separator: " ")))".shellQuoted]
        : [])
  }

  private func action(_ kind: OptionValue.Kind) -> String {
    switch kind {
    case .text, .number: " "
    case .file: "_files"
    case .choice(let names, _): "(\(names.joined(separator: " ")))"
    case .listed(.words(let words), _): "(\(words.joined(separator: " ")))"
    case .listed(.groups, _): "_groups"
    case .listed(.files, _): "_files"
    case .listed(.called(let list, let orFile), _):
      "{ _\(program.name)_listed \(list)\(orFile ? "; _files" : "") }"
    }
  }

  /// The part of the script that calls the function for the rest of a line.
  private var dispatch: String {
    words.topics.map { topic, _ in
      var lines = ["          \(topic))"]
      let members = words.members(of: topic)
      if !members.isEmpty {
        lines.append("            case $words[2] in")
        for member in members {
          lines.append(
            "              \(member.nameInGroup ?? "")) "
              + "(( CURRENT > 2 )) && { shift words; (( CURRENT-- )); "
              + "\(name(member)); return; } ;;")
        }
        lines.append("            esac")
      }
      if let command = words.commands.first(where: { $0.name == topic }) {
        lines.append("            \(name(command)) ;;")
      } else {
        let names = members.compactMap(\.nameInGroup).joined(separator: " ")
        lines.append("            _arguments '1:command:(\(names))' ;;")
      }
      return lines.joined(separator: "\n")
    }
    .joined(separator: "\n")
  }

  private func described(_ items: [(name: String, summary: String)]) -> String {
    items.map { "\($0.name):\(escaped($0.summary))".shellQuoted }.joined(separator: " ")
  }

  /// Returns text with its brackets and colons escaped.
  private func escaped(_ text: String) -> String {
    text.unicodeScalars.map { "[]:\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }
}

extension String {
  /// An action of `_arguments` as a statement.
  fileprivate var trimmedAction: String { self == " " ? "" : "\(self);" }
}
