/// `streams check`: all errors of a file of streams.
struct StreamsCheckCommand: Command {
  /// The file.
  var file: String
  /// True if errors are written as lines of JSON, for editors.
  var writesJSON = false

  private static let json = OptionSpec(
    "--json", help: "write the errors on standard output, an object of JSON each, for editors")

  static let name = "streams check"

  static let specification = CommandSpec(
    name: name, summary: "report every error of a file of streams",
    purpose: "Report every error of a file of streams on standard error, a line each.",
    operands: [.file], synopsis: [.operand(.file)], options: [json],
    notes: [
      "Each line names the file, the line and column, and the keys that lead to the place; the "
        + "lines are in the order of the file. Keys that mean nothing are errors here; 'streams "
        + "run' leaves them alone. Nothing is written where nothing is wrong; the exit status is 1 "
        + "where something is.",
      #"With --json an error is {"file":"streams.json","line":7,"column":9,"message":"…"}, and as "#
        + #"far as they are known "document" is the name of the document, "keys" leads to the "#
        + #"place, as documents[1].chain.nmae, and "expressionColumn" is the column within an "#
        + "expression. 'SignupTUI streams schema' is for editors that complete keys.",
      StreamSelection.note,
    ])
}

extension StreamsCheckCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    file = try StreamSelection(arguments).file
    writesJSON = arguments.has(Self.json)
  }

  @MainActor func run() throws -> ExitStatus {
    var isFine = true
    for part in try StreamSelection(file: file).load().parts {
      switch part.update {
      case .success(let snapshot):
        for finding in snapshot.file.findings {
          isFine = false
          try report(finding.error, of: finding.document, in: part.name)
        }
      case .failure(let problem):
        isFine = false
        if case .broken(let error) = problem {
          try report(error, of: nil, in: part.name)
        } else {
          try report(
            "\(problem)",
            [JSONMember("file", part.name), JSONMember("message", problem.description)])
        }
      }
    }
    return isFine ? .success : .failure
  }

  private func report(
    _ error: StreamDocumentError, of document: String?, in file: String
  ) throws(OutputFailure) {
    try report(
      error.description,
      [
        JSONMember("file", file), JSONMember("line", error.position?.line),
        JSONMember("column", error.position?.column), JSONMember("document", document),
        JSONMember("keys", error.keyPath.isEmpty ? nil : error.keyPath),
        JSONMember("expressionColumn", error.expressionColumn), JSONMember("message", error.reason),
      ])
  }

  /// Writes a finding as a sentence, or as an object with those of its members that are known.
  private func report(_ sentence: String, _ members: [JSONMember]) throws(OutputFailure) {
    guard writesJSON else { return StreamSelection.report(sentence) }
    let known = JSONValue.object(members.filter { $0.value != .null })
    try OutputFailure.check(OutputDescriptor.output.write(json: known.compactText + "\n"))
  }
}
