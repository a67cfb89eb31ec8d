/// `manual`: the manual page, for `man`.
struct ManualCommand: Command {
  static let name = "manual"

  static let specification = CommandSpec(
    name: name, summary: "print the manual page",
    purpose: "Print the manual page, as man(1) reads it.", synopsis: [], options: [],
    notes: [
      "To read it: \(Program.name) manual | man -l -. 'make install' puts it where man finds it."
    ])

  /// The parts of the page that are more than the commands' specifications.
  static let texts = ManualPage.Texts(
    json: PackageResources.manual_json,
    ["name": Program.name, "folder": Program.folder, "weatherKey": WeatherKeyInput.variable])

  init(_ arguments: Arguments) throws(UsageError) {}

  @MainActor func run() throws -> ExitStatus {
    let page = ManualPage(Program.specification, Self.texts).text
    try OutputFailure.check(OutputDescriptor.output.write(Array(page.utf8)))
    return .success
  }
}
