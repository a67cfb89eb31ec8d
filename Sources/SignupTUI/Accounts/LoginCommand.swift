/// `login`: checks a password.
struct LoginCommand: Command {
  /// The name of the account.
  var name: String
  /// The file of the accounts; nil for the default path.
  var accounts: String?
  /// True if the password comes from standard input, without a question.
  var readsInput = false
  /// The report.
  var report = AccountReport()

  static let name = "login"

  static let specification = CommandSpec(
    name: name, summary: "check a password",
    purpose: "Check the password of an account.",
    operands: [AccountOptions.name],
    synopsis: [.operand(AccountOptions.name), .optional(AccountOptions.accounts.spec)],
    options: [AccountOptions.accounts.spec, .quiet, AccountOptions.passwordInput],
    notes: [
      "Exit status: 0 the password is correct, 1 the name or the password is wrong, 4 the "
        + "account file cannot be read or the hash cannot be checked."
    ],
    examples: [
      "login annika": "ask for the password",
      "login annika --password-stdin < password.txt": "read it from a file",
    ])
}

extension LoginCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    name = arguments.operand(0) ?? ""
    accounts = try AccountOptions.path(arguments)
    readsInput = arguments.has(AccountOptions.passwordInput)
    report = AccountReport(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let (isRight, account): (Bool, Account?)
    do { (isRight, account) = try Secrets.holding(check) } catch let ending as LineDialogue.Ending {
      return ending.exitStatus(atInputEnd: .failure)
    }
    guard isRight else {
      OutputDescriptor.error.report("SignupTUI: Wrong name or password.")
      return .failure
    }
    let spelling = account?.name ?? name
    var notes = [""]
    if spelling != name { notes.append("Servers accept only the spelling \(spelling).") }
    if let scheme = account?.scheme, scheme.isWeak {
      notes.append(
        "Its hash is quick to break (\(scheme.rawValue)); set a new password with 'SignupTUI "
          + "accounts passwd'.")
    }
    let advice = notes.joined(separator: " ")
    return report.success(["The password for \(spelling) is correct.\(advice)"])
  }

  /// Returns whether the password is right, and its account; nil if several accounts have the name
  /// in other spellings.
  @MainActor private func check() throws -> (isRight: Bool, account: Account?) {
    let store = HtpasswdAccountStore(path: try accounts ?? AccountPath.usual)
    let password: String
    if readsInput {
      try store.requireFile()
      password = try PasswordInput.firstLine(orLeaveOut: "to be asked for it")
    } else {
      password = try PasswordPrompt.password(of: name, after: store.requireFile)
    }
    let isRight = try store.verify(name, password: password)
    return (isRight, isRight ? try? store.account(name) : nil)
  }
}

extension HtpasswdAccountStore {
  /// Refuses to continue without a file: a misspelled path is not an empty file.
  func requireFile() throws(AccountError) {
    if access(path, F_OK) != 0, errno == ENOENT { throw missing }
  }
}
