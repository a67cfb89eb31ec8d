/// `completions`: a script that makes a shell complete this program's command lines, and the lists
/// that the script requests.
struct CompletionsCommand: Command {
  /// The text to print.
  let output: Output

  /// The output: a script, or a list of possible arguments.
  enum Output: Equatable {
    case script(Shell)
    case list(CompletionList, words: [String])
  }

  /// The shells with a script.
  enum Shell: String, CaseIterable { case bash, zsh, fish }

  private static let operand = CommandSpec.Operand(
    placeholder: Shell.allCases.map(\.rawValue).joined(separator: "|"), noun: "shell",
    kind: .choice(Shell.allCases.map(\.rawValue), usual: nil))

  /// The command line to be completed, for a list; its last word may not have begun yet.
  private static let line = CommandSpec.Operand(
    placeholder: "WORD", noun: "word", isOptional: true, repeats: true, mayBeEmpty: true)

  static let name = "completions"

  static let specification = CommandSpec(
    name: name, summary: "print a completion script for a shell",
    purpose: "Print a script that completes this program's command lines in a shell.",
    operands: [operand, line], synopsis: [.operand(operand)], usages: [[.operand(operand)]],
    options: [],
    notes: [
      "'make install' installs the scripts for all three shells. Otherwise, for bash, add to "
        + "~/.bashrc: eval \"$(\(Program.name) completions bash)\". For zsh, use a folder of "
        + "$fpath; for fish, ~/.config/fish/completions."
    ],
    examples: [
      "completions zsh > _SignupTUI": "for zsh, in that folder",
      "completions fish > SignupTUI.fish": "for fish, in that folder",
    ])

  init(_ arguments: Arguments) throws(UsageError) {
    let name = arguments.operand(0) ?? ""
    let words = Array(arguments.operands.dropFirst())
    if let list = CompletionList(rawValue: name) {
      output = .list(list, words: words)
    } else if let shell = Shell(rawValue: name) {
      if let word = words.first {
        throw UsageError("Unexpected argument '\(word)' for completions.")
      }
      output = .script(shell)
    } else {
      throw UsageError(
        "No completions for '\(name)'; use \(Shell.allCases.map(\.rawValue).alternatives).")
    }
  }

  @MainActor func run() throws -> ExitStatus {
    let text =
      switch output {
      case .script(.bash): BashCompletion(Program.specification).script
      case .script(.zsh): ZshCompletion(Program.specification).script
      case .script(.fish): FishCompletion(Program.specification).script
      case .list(let list, let words): list.lines(for: words).map { $0 + "\n" }.joined()
      }
    try OutputFailure.check(OutputDescriptor.output.write(Array(text.utf8)))
    return .success
  }
}
