/// `streams schema`: the JSON Schema of files of streams.
struct StreamsSchemaCommand: Command {
  static let name = "streams schema"

  static let specification = CommandSpec(
    name: name, summary: "print the JSON Schema of files of streams",
    purpose: "Print the JSON Schema of files of streams, for editors that complete keys.",
    synopsis: [], options: [],
    notes: [
      "A file names it by its key \"$schema\", or the editor's settings do; it is also "
        + "docs/streams.schema.json. References between documents and expressions are checked by "
        + "'streams check' alone."
    ])
}

extension StreamsSchemaCommand {
  init(_ arguments: Arguments) throws(UsageError) {}

  @MainActor func run() throws -> ExitStatus {
    try OutputFailure.check(OutputDescriptor.output.write(json: StreamDocumentFile.schema))
    return .success
  }
}
