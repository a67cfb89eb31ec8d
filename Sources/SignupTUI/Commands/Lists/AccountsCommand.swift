import CommandLineKit
import Formats
import TerminalKit
import ViewModels

/// `accounts`: the accounts of a file on the screen, in lines, or as JSON.
struct AccountsCommand: Command {
  /// The file of the accounts; nil for the default place.
  var accounts: String?
  /// True if the accounts are written as lines of JSON.
  var writesJSON = false
  /// The options of the display.
  var display = DisplayOptions()

  private static let json = OptionSpec(
    "--json", help: "write the accounts as they are now, a line of JSON each, and draw nothing")
  private static let screenOptions = DisplayOptions.specs(
    insteadOfScreen: "tell the accounts and each change, a line each")

  static let name = "accounts"

  static let specification = CommandSpec(
    name: name, summary: "list the accounts as they change",
    purpose: "List the accounts of a file, and follow them as any program changes it.",
    synopsis: [.optional(AccountOptions.accounts.spec)],
    usages: [
      [.optional(AccountOptions.accounts.spec)] + screenOptions.map { .optional($0) },
      [.optional(AccountOptions.accounts.spec), .required(json)],
    ],
    options: [AccountOptions.accounts.spec, json] + screenOptions,
    rules: [.apart([json], screenOptions, because: "JSON is written without a screen")],
    notes: [
      "/ searches, s sorts by name or as the file has it, q quits. What has changed is marked for "
        + "a moment.",
      #"A line of JSON is {"name":"ann","scheme":"yescrypt","line":1,"weak":false}: the name, how "#
        + "the password is hashed, the line of the file, and whether such a hash is quick to break.",
    ])
}

extension AccountsCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    accounts = try AccountOptions.path(arguments)
    writesJSON = arguments.has(Self.json)
    display = try DisplayOptions(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let store = HtpasswdAccountStore(path: try accounts ?? AccountPath.usual)
    if writesJSON { return try writeJSON(store) }
    let loop = try EventLoop()
    let display = try Display(
      display, needsAnswers: false,
      instead: "For lines of text instead of a screen use 'SignupTUI accounts --json', or "
        + "--accessible to be told of changes too.")
    let model = AccountsScreen.Model(
      .accounts(in: store), scheduler: LoopScheduler(loop: loop))
    let place = AccountPath.shortened(store.path)
    if display.presentation == .lines {
      return LineDialogue.run(on: loop, display.settings) {
        dialogue throws(LineDialogue.Ending) in
        try AccountsDialogue(model: model, dialogue: dialogue, place: place).run()
        return model.state.failure?.exitStatus ?? .success
      }
    }
    let file = accounts.map { " --accounts " + AccountFile.quoted($0) } ?? ""
    let screen = AccountsScreen(
      model: model, place: place, addition: "SignupTUI signup" + file, loop: loop)
    return try display.show(screen, on: loop).exitStatus
  }

  @MainActor private func writeJSON(_ store: HtpasswdAccountStore) throws -> ExitStatus {
    var text = ""
    for account in try store.list() {
      let line = JSONValue.object([
        JSONMember("name", account.name.json), JSONMember("scheme", account.scheme.rawValue.json),
        JSONMember("line", account.line.json), JSONMember("weak", .bool(account.scheme.isWeak)),
      ])
      text += line.compactText + "\n"
    }
    try OutputFailure.check(OutputDescriptor.output.write(json: text))
    return .success
  }
}
