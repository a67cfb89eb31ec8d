import CommandLineKit
import Platform
import ViewModels

/// `accounts remove`: one account less.
struct AccountsRemoveCommand: Command {
  /// Whose account.
  var name: String
  /// The file that accounts are kept in; nil for the usual place.
  var accounts: String?
  /// What is said of it.
  var report = AccountReport()

  static let specification = CommandSpec(
    name: "accounts remove", summary: "remove an account",
    purpose: "Remove an account. Everything else in the file stays as it is.",
    operands: [AccountOptions.name],
    synopsis: [.operand(AccountOptions.name)],
    usages: [
      [
        .operand(AccountOptions.name), .optional(AccountOptions.accounts.spec), .optional(.quiet),
      ]
    ],
    options: [AccountOptions.accounts.spec, .quiet])
}

extension AccountsRemoveCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    name = arguments.operand(0) ?? ""
    accounts = try AccountOptions.path(arguments)
    report = AccountReport(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let path = try accounts ?? AccountPath.usual
    let store = HtpasswdAccountStore(
      path: path, hasher: .yescrypt, creation: FileCreation(),
      waiting: { [report] in report.waiting(for: path) }, commit: CommitGate().commit)
    try store.requireFile()
    let spelling = try store.spelling(of: name)
    let file = AccountFile(path: path)
    try store.remove(name)
    return report.success(
      ["Account \(spelling) removed from \(path)."] + file.sentencesAfterAdding)
  }
}
