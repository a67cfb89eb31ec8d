import TestSupport
import Testing

@testable import CommandLineKit
@testable import SignupTUI

/// Scripts rely on these names: docs/compatibility.md. What disappears from the golden file or
/// changes in it breaks them.
@Suite("The arguments of every command")
struct OptionsTests {
  @Test("Operands, options, their values and their variables are those that were promised")
  func promised() {
    var golden = GoldenFrames("Options")
    let common = CommandParser.common.map(\.ofCommandLineOnly)
    golden.add("every command", common.map(line).joined(separator: "\n"))
    for command in Program.specification.specifications {
      let title = command.isDefault ? "[\(command.name)]" : command.name
      let options = command.options.sorted { $0.name < $1.name }
      let lines = command.operands.map(line) + options.map(line)
      golden.add(title, lines.joined(separator: "\n"))
    }
    golden.expectUnchanged()
  }

  /// An operand, by how often it may be given: its placeholder is only a word of the help.
  private func line(_ operand: CommandSpec.Operand) -> String {
    switch (operand.isOptional, operand.repeats) {
    case (false, false): "an operand"
    case (true, false): "an operand, or none"
    case (false, true): "an operand, or more"
    case (true, true): "any number of operands"
    }
  }

  /// An option's names, whether it takes a value, the words that this may be, and its variable.
  private func line(_ option: OptionSpec) -> String {
    let value = option.value.map { value in
      let words: [String]
      switch value.kind {
      case .choice(let choices, _): words = choices
      case .listed(.words(let listed), _): words = listed + ["VALUE"]
      case .text, .file, .number, .listed: words = ["VALUE"]
      }
      let text = words.joined(separator: "|")
      return value.isOptional ? "[\(text)]" : text
    }
    let variable = Program.specification.variable(for: option).map { "(\($0))" }
    let parts: [String?] = [option.shortName, option.name, value, variable]
    return parts.compactMap { $0 }.joined(separator: " ")
  }
}
