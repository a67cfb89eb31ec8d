import CommandLineKit
import Platform
import TerminalKit
import ViewModels

/// `accounts passwd`: another password for an account.
struct AccountsPasswdCommand: Command {
  /// The name of the account.
  var name: String
  /// The file of the accounts; nil for the default place.
  var accounts: String?
  /// The policy for passwords.
  var policy = PasswordPolicy.classic
  /// The method of the hash; nil for the previous one's, if new passwords can be hashed so.
  var hash: PasswordScheme?
  /// True if the password comes from standard input, without a question.
  var readsInput = false
  /// The report.
  var report = AccountReport()

  private static let options = [
    AccountOptions.accounts.spec, AccountOptions.policy.spec, AccountOptions.hash.spec,
    .quiet, AccountOptions.passwordInput,
  ]

  static let name = "accounts passwd"

  static let specification = CommandSpec(
    name: name, summary: "give an account another password",
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

  /// The outcome.
  private enum Outcome {
    case changed(name: String)
    /// The reason for the refusal has been reported.
    case refused
    /// The user gave up, or there is no terminal any more.
    case left(LineDialogue.Ending)
  }

  /// Returns the method by which the password is to be hashed.
  private func scheme(in path: String) -> PasswordScheme {
    if let hash { return hash }
    let store = HtpasswdAccountStore(path: path)
    // An unreadable file is reported when the account is looked up.
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
    // A user who has to wait for a lock may believe that the password is to be typed once more.
    try TypedAhead.dropped(onFailureOf: { try store.changePassword(of: name, to: password) })
    return .changed(name: name)
  }

  /// Returns the problem of a new password that is hashed by a method.
  private func problem(with password: String, as scheme: PasswordScheme) -> String? {
    var policy = policy
    policy.hashedBytes = scheme.maximumPasswordBytes
    return SignupRules(passwordPolicy: policy).verdict(
      SignupInput(username: name, password: password, confirmation: password)
    ).password.message
  }
}
