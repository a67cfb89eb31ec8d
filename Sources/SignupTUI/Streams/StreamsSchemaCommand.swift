/// `streams schema`: the JSON Schema of stream files.
struct StreamsSchemaCommand: Command {
  static let name = "streams schema"

  static let specification = CommandSpec(
    name: name, summary: "print the JSON Schema of stream files",
    purpose: "Print the JSON Schema of stream files, for completion in editors.",
    synopsis: [], options: [],
    notes: [
      "A file names its schema in the key \"$schema\"."
    ],
    examples: [
      "streams schema > streams.schema.json": "save the schema"
    ])
}

extension StreamsSchemaCommand {
  init(_ arguments: Arguments) throws(UsageError) {}

  @MainActor func run() throws -> ExitStatus {
    try OutputFailure.check(OutputDescriptor.output.write(json: StreamDocumentFile.schema))
    return .success
  }
}
