/// `streams check`: all errors of a stream file.
struct StreamsCheckCommand: Command {
  /// The file.
  var file: String
  /// True if errors are written as lines of JSON, for editors.
  var writesJSON = false

  private static let json = OptionSpec(
    "--json", help: "print the errors as lines of JSON on standard output")

  static let name = "streams check"

  static let specification = CommandSpec(
    name: name, summary: "print every error in a stream file",
    purpose: "Print every error in a stream file on standard error, one per line.",
    operands: [.file], synopsis: [.operand(.file)], options: [json],
    notes: [
      "Exit status: 0 no errors, 1 errors."
    ],
    examples: [
      "streams check clock.json": "check a file",
      "streams check folder": "check all .json files of a folder",
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

  /// Writes a finding as a sentence, or as an object with its known members.
  private func report(_ sentence: String, _ members: [JSONMember]) throws(OutputFailure) {
    guard writesJSON else { return StreamSelection.report(sentence) }
    let known = JSONValue.object(members.filter { $0.value != .null })
    try OutputFailure.check(OutputDescriptor.output.write(json: known.compactText + "\n"))
  }
}
