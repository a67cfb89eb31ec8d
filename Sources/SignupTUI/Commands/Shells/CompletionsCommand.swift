import CommandLineKit
import TerminalKit

/// `completions`: a script that lets a shell complete this program's command lines.
struct CompletionsCommand: Command {
  /// The shell of the script.
  let shell: Shell

  /// The shells with a script.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  private static let operand = CommandSpec.Operand(
    placeholder: Shell.allCases.map(\.rawValue).joined(separator: "|"), noun: "shell",
    kind: .choice(Shell.allCases.map(\.rawValue), usual: nil))

  static let name = "completions"

  static let specification = CommandSpec(
    name: name, summary: "print a script for a shell to complete command lines with",
    purpose: "Print a script with which a shell completes this program's command lines.",
    operands: [operand], synopsis: [.operand(operand)], usages: [[.operand(operand)]],
    options: [],
    notes: [
      "For bash, in ~/.bashrc: eval \"$(\(Program.name) completions bash)\". For zsh, into a "
        + "folder of $fpath: \(Program.name) completions zsh > _\(Program.name). For fish: "
        + "mkdir -p ~/.config/fish/completions && \(Program.name) completions fish > "
        + "~/.config/fish/completions/\(Program.name).fish. "
        + "'make install' puts all three in their places."
    ])

  init(_ arguments: Arguments) throws(UsageError) {
    let name = arguments.operand(0) ?? ""
    guard let shell = Shell(rawValue: name) else {
      throw UsageError(
        "There are completions for \(Shell.allCases.map(\.rawValue).listed), not for '\(name)'.")
    }
    self.shell = shell
  }

  @MainActor func run() throws -> ExitStatus {
    let script =
      switch shell {
      case .bash: BashCompletion(Program.specification).script
      case .zsh: ZshCompletion(Program.specification).script
      case .fish: FishCompletion(Program.specification).script
      }
    try OutputFailure.check(OutputDescriptor.output.write(Array(script.utf8)))
    return .success
  }
}
