import CommandLineKit
import Platform
import TerminalKit
import ViewModels

/// `accounts passwd`: another password for an account.
struct AccountsPasswdCommand: Command {
  /// Whose password.
  var name: String
  /// The file that accounts are kept in; nil for the usual place.
  var accounts: String?
  /// Which passwords are accepted.
  var policy = PasswordPolicy.classic
  /// How it is hashed; nil for the way the one before was, if new ones can be hashed so.
  var hash: PasswordScheme?
  /// Whether the password comes from standard input, and is not asked for.
  var readsInput = false
  /// What is said of it.
  var report = AccountReport()

  private static let options = [
    AccountOptions.accounts.spec, AccountOptions.policy.spec, AccountOptions.hash.spec,
    .quiet, AccountOptions.passwordInput,
  ]

  static let specification = CommandSpec(
    name: "accounts passwd", summary: "give an account another password",
    purpose: "Give an account another password. Everything else in the file stays as it is.",
    operands: [AccountOptions.name],
    synopsis: [.operand(AccountOptions.name)],
    usages: [
      [.operand(AccountOptions.name)] + options.dropLast().map { .optional($0) },
      [.operand(AccountOptions.name)] + options.dropLast().map { .optional($0) }
        + [.required(AccountOptions.passwordInput)],
    ],
    options: options,
    notes: [
      "Without --hash the new password is hashed as the old one was, so that the same servers can "
        + "check it; where that was in none of the ways of --hash, such as apr1 or {SHA}, in the "
        + "usual one."
    ])
}

extension AccountsPasswdCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    name = arguments.operand(0) ?? ""
    accounts = try AccountOptions.path(arguments)
    policy = try AccountOptions.policy(arguments)
    hash = try arguments[AccountOptions.hash]
    readsInput = arguments.has(AccountOptions.passwordInput)
    report = AccountReport(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let path = try accounts ?? AccountPath.usual
    let file = AccountFile(path: path)
    switch try Secrets.holding({ try change(path) }) {
    case .refused: return .failure
    case .left(let ending): return ending.exitStatus(atInputEnd: .failure)
    case .changed(let name):
      EndingSignals.meanSuccess()
      return report.success(
        ["Password of \(name) changed in \(path)."] + file.sentencesAfterAdding)
    }
  }

  /// What came of it.
  private enum Outcome {
    case changed(name: String)
    /// It has been said why not.
    case refused
    /// The user gave up, or there is no terminal any more.
    case left(LineDialogue.Ending)
  }

  /// The way the password is to be hashed.
  private func scheme(in path: String) -> PasswordScheme {
    if let hash { return hash }
    let store = HtpasswdAccountStore(path: path)
    // What cannot be read is said when the account is looked for.
    guard let spelling = try? store.spelling(of: name), let accounts = try? store.list(),
      let now = accounts.first(where: { $0.name == spelling })?.scheme
    else { return .yescrypt }
    return AccountOptions.schemes.contains { $0.value == now } ? now : .yescrypt
  }

  @MainActor private func change(_ path: String) throws -> Outcome {
    let scheme = scheme(in: path)
    func problem(with password: String) -> String? { self.problem(with: password, as: scheme) }
    let store = HtpasswdAccountStore(
      path: path, hasher: .of(scheme), creation: FileCreation(),
      waiting: { [report] in report.waiting(for: path) }, commit: CommitGate().commit)
    func spelling() throws -> String {
      try store.requireFile()
      let spelling = try store.spelling(of: name)
      try store.check()
      return spelling
    }
    var name = name
    let password: String
    if readsInput {
      name = try spelling()
      password = try PasswordInput.firstLine(orLeaveOut: "to be asked for it")
      if let problem = problem(with: password) {
        AccountReport.issue(.password, problem)
        return .refused
      }
    } else {
      switch try PasswordPrompt.ask(
        farewell: "Nothing was changed.", after: { name = try spelling() },
        { prompt throws(LineDialogue.Ending) in try prompt.new(for: name, problem: problem) })
      {
      case .answered(let answer): password = answer
      case .left(let ending): return .left(ending)
      }
    }
    // Whoever has to wait for a lock may believe that the password is to be typed once more.
    try TypedAhead.dropped(onFailureOf: { try store.changePassword(of: name, to: password) })
    return .changed(name: name)
  }

  /// What is wrong with a new password that is hashed in a way.
  private func problem(with password: String, as scheme: PasswordScheme) -> String? {
    var policy = policy
    policy.hashedBytes = scheme.maximumPasswordBytes
    return SignupRules(passwordPolicy: policy).verdict(
      SignupInput(username: name, password: password, confirmation: password)
    ).password.message
  }
}
