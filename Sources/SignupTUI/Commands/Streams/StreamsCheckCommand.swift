import CommandLineKit
import ViewModels

/// `streams check`: all errors of a file of streams.
struct StreamsCheckCommand: Command {
  /// The file.
  var file: String

  static let name = "streams check"

  static let specification = CommandSpec(
    name: name, summary: "report every error of a file of streams",
    purpose: "Report every error of a file of streams on standard error, a line each.",
    operands: [.file], synopsis: [.operand(.file)], usages: [[.operand(.file)]], options: [],
    notes: [
      "Each line names the file and, as far as they are known, the line and column or the keys "
        + "that lead to the place. Nothing is written where nothing is wrong; the exit status is "
        + "1 where something is.",
      StreamSelection.note,
    ])
}

extension StreamsCheckCommand {
  init(_ arguments: Arguments) throws(UsageError) { file = arguments.operand(0) ?? "" }

  @MainActor func run() throws -> ExitStatus {
    // Nothing runs, but every stream is checked for running.
    let isFine = try StreamSelection(file: file).forEach {
      document, library throws(StreamDocumentError) in
      try library.check(document.id)
    }
    return isFine ? .success : .failure
  }
}
