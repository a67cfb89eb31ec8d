/// `accounts passwd`: a new password for an account.
struct AccountsPasswdCommand: Command {
  /// The name of the account.
  var name: String
  /// The file of the accounts; nil for the default path.
  var accounts: String?
  /// The policy for passwords.
  var policy = PasswordPolicy.classic
  /// The method of the hash; nil for the previous one's, if new passwords can be hashed so.
  var hash: PasswordScheme?
  /// True if the file is written in place and never replaced.
  var writesInPlace = false
  /// The source of the password.
  var source = Source.form()
  /// The report.
  var report = AccountReport()

  /// A source of the password.
  enum Source: Equatable {
    /// The user types it into a form.
    case form(DisplayOptions = DisplayOptions(), mask: TextField.Echo = .bullets)
    /// It is the first line of standard input.
    case standardInput
  }

  private static let formOptions = DisplayOptions.ofPasswordForm
  private static let fileOptions = [
    AccountOptions.accounts.spec, AccountOptions.policy.spec, AccountOptions.hash.spec,
    CreationOptions.inPlace, .quiet,
  ]

  static let name = "accounts passwd"

  static let specification = CommandSpec(
    name: name, summary: "set a new password for an account",
    purpose: "Set a new password for an account. The rest of the file does not change.",
    operands: [AccountOptions.name], synopsis: [.operand(AccountOptions.name)],
    usages: [
      [.operand(AccountOptions.name)] + (fileOptions + formOptions).optional,
      [.operand(AccountOptions.name)] + fileOptions.optional
        + [.required(AccountOptions.passwordInput)],
    ],
    options: fileOptions + [AccountOptions.passwordInput] + formOptions,
    rules: [
      .apart(
        [AccountOptions.passwordInput], formOptions,
        because: "a password from standard input needs no form")
    ],
    notes: [
      "Without --hash the new password is hashed like the old one, if possible."
    ],
    examples: [
      "accounts passwd annika": "ask for it",
      "accounts passwd annika --password-stdin < new.txt": "read it",
    ])
}

extension AccountsPasswdCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    name = arguments.operand(0) ?? ""
    accounts = try AccountOptions.path(arguments)
    policy = try AccountOptions.policy(arguments)
    hash = try arguments[AccountOptions.hash]
    writesInPlace = arguments.has(CreationOptions.inPlace)
    if arguments.has(AccountOptions.passwordInput) {
      source = .standardInput
    } else {
      source = .form(
        try DisplayOptions(arguments), mask: try arguments[DisplayOptions.mask] ?? .bullets)
    }
    report = AccountReport(arguments)
  }

  @MainActor func run() throws -> ExitStatus {
    let path = try accounts ?? AccountPath.usual
    let scheme = scheme(in: path)
    var policy = policy
    policy.hashedBytes = scheme.maximumPasswordBytes
    let job = SignupJob(
      purpose: .newPassword(of: name), path: path, rules: SignupRules(passwordPolicy: policy),
      hash: scheme, creation: CreationOptions(writesInPlace: writesInPlace), report: report)
    return job.finish(
      try Secrets.holding {
        switch source {
        case .form(let options, let mask): try show(job, options, mask)
        case .standardInput: try change(by: job)
        }
      })
  }

  /// Returns the method for hashing the password.
  private func scheme(in path: String) -> PasswordScheme {
    if let hash { return hash }
    // An unreadable file is reported when the account is looked up.
    let account = try? HtpasswdAccountStore(path: path).account(name)
    return (account?.scheme).map(PasswordHasher.renewing) ?? .yescrypt
  }

  /// Shows the form; if standard output goes elsewhere, asks on the terminal.
  @MainActor private func show(
    _ job: SignupJob, _ options: DisplayOptions, _ mask: TextField.Echo
  ) throws -> SignupEnding {
    var options = options
    let output = PasswordPrompt.output
    if output != 1, options.record == nil { options.isAccessible = true }
    return try SignupForms(
      job: job, options: options, mask: mask, output: output,
      instead: "Without a terminal, use --password-stdin."
    ).show()
  }

  /// Changes the password to the first line of standard input, without a question.
  @MainActor private func change(by job: SignupJob) throws -> SignupEnding {
    let name = try job.prepare().username ?? name
    guard let password = try job.passwordFromInput(of: name, orLeaveOut: "to be asked for it")
    else { return SignupEnding(cause: .refused) }
    try job.store.changePassword(of: name, to: password)
    return SignupEnding(username: name, cause: .done)
  }
}
