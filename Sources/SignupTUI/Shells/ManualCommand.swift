/// `manual`: the manual page, for `man`.
struct ManualCommand: Command {
  static let name = "manual"

  static let specification = CommandSpec(
    name: name, summary: "print the manual page",
    purpose: "Print the manual page in the format of man(1).", synopsis: [], options: [],
    notes: [
      "'make install' installs it for man."
    ],
    examples: [
      "manual | man -l -": "read the manual page",
      "manual > SignupTUI.1": "save it",
    ])

  /// The parts of the page that are more than the commands' specifications.
  static let texts = ManualPage.Texts(
    json: PackageResources.manual_json,
    [
      "name": Program.name, "folder": Program.folder, "weatherKey": WeatherKeyInput.variable,
      "wordCount": "\(PasswordGenerator.wordCount)", "pagedCount": "\(PagedDemo.itemCount)",
      "pageSize": "\(PagedDemo.pageSize)", "waitingPositions": "\(ReceiverFeed.limit)",
    ])

  init(_ arguments: Arguments) throws(UsageError) {}

  @MainActor func run() throws -> ExitStatus {
    let page = ManualPage(Program.specification, Self.texts).text
    try OutputFailure.check(OutputDescriptor.output.write(Array(page.utf8)))
    return .success
  }
}
