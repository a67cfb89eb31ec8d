import TerminalKit

/// `manual`: the manual page, for `man`.
struct ManualCommand: Command {
  static let specification = CommandSpec(
    name: "manual", summary: "print the manual page",
    purpose: "Print the manual page, as man(1) reads it.", synopsis: [], usages: [[]], options: [],
    notes: [
      "To read it: \(Program.name) manual | man -l -. 'make install' puts it where man finds it."
    ])

  init(_ arguments: Arguments) throws(UsageError) {}

  @MainActor func run() throws -> ExitStatus {
    let page = ManualPage(Program.commands.map { $0.specification }).text
    if let code = OutputDescriptor.output.write(Array(page.utf8)) {
      throw OutputFailure(code: code)
    }
    return .success
  }
}
