/// `accounts remove`: removes an account.
struct AccountsRemoveCommand: Command {
  /// The name of the account.
  var name: String
  /// The file of the accounts; nil for the default path.
  var accounts: String?
  /// True if the file is written in place and never replaced.
  var writesInPlace = false
  /// The report.
  var report = AccountReport()

  static let name = "accounts remove"

  static let specification = CommandSpec(
    name: name, summary: "remove an account",
    purpose: "Remove an account. The rest of the file does not change.",
    operands: [AccountOptions.name], synopsis: [.operand(AccountOptions.name)],
    options: [AccountOptions.accounts.spec, CreationOptions.inPlace, .quiet],
    examples: ["accounts remove annika": "remove the account annika"])
}

extension AccountsRemoveCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    name = arguments.operand(0) ?? ""
    accounts = try AccountOptions.path(arguments)
    writesInPlace = arguments.has(CreationOptions.inPlace)
    report = AccountReport(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let path = try accounts ?? AccountPath.usual
    let store = HtpasswdAccountStore(
      path: path, hasher: .yescrypt, creation: FileCreation(), writesInPlace: writesInPlace,
      waiting: { [report] in report.waiting(for: path) }, commit: CommitGate().commit)
    try store.requireFile()
    let spelling = try store.spelling(of: name)
    let file = AccountFile(path: path)
    try store.remove(name)
    return report.success(
      ["Account \(spelling) removed from \(file.fullPath)."] + file.needs(afterMaking: false))
  }
}
