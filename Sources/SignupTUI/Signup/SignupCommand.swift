/// `signup`: the form on the screen or in lines, or one account from standard input.
struct SignupCommand: Command {
  /// The file of the accounts; nil for the default path.
  var accounts: String?
  /// The source of name and password.
  var source = Source.form()
  /// The policy for user names.
  var usernamePolicy = UsernamePolicy.standard
  /// The policy for passwords.
  var policy = PasswordPolicy.classic
  /// The method for hashing the password.
  var hash = PasswordScheme.yescrypt
  /// The attributes of the account file if it is new.
  var creation = CreationOptions()
  /// The report.
  var report = AccountReport()

  /// A source of the name and the password of an account.
  enum Source: Equatable {
    /// They are typed into a form, with more or less of the password shown; the name may be in it
    /// from the start.
    case form(
      DisplayOptions = DisplayOptions(), mask: TextField.Echo = .bullets, username: String? = nil)
    /// The password is the first line of standard input.
    case standardInput(username: String)
  }

  private static let username = Option.text(
    "--username", "NAME", help: "fill in this user name")
  private static let passwordInput = OptionSpec(
    "--password-stdin",
    help: "read the password from standard input, without a form"
  ).ofCommandLineOnly
  private static let formOptions = DisplayOptions.ofPasswordForm
  private static let fileOptions =
    [
      AccountOptions.accounts.spec, AccountOptions.usernamePolicy.spec, AccountOptions.policy.spec,
      AccountOptions.hash.spec,
    ] + CreationOptions.specs + [.quiet]

  static let name = "signup"

  static let specification = CommandSpec(
    name: name, isDefault: true, summary: "fill in a form and create an account",
    purpose: "Fill in a form and create an account.",
    synopsis: [.optional(AccountOptions.accounts.spec)],
    usages: [
      (fileOptions + [username.spec] + formOptions).optional,
      fileOptions.optional + [.required(username.spec), .required(passwordInput)],
    ],
    options: fileOptions + [username.spec, passwordInput] + formOptions,
    rules: [
      .apart(
        [passwordInput], formOptions,
        because: "a password from standard input needs no form"),
      .needs(passwordInput, username.spec, because: "it is the name of the new account."),
    ],
    notes: [
      "Exit status: 0 created, 1 refused or cancelled, 2 bad command line, 3 name taken, 4 "
        + "error in the account file, 130 interrupted."
    ],
    examples: [
      "--policy 'minlength: 12; required: digit'": "set a policy",
      "--username annika --password-stdin < password.txt": "without a form",
    ])
}

extension SignupCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    accounts = try AccountOptions.path(arguments)
    usernamePolicy = try arguments[AccountOptions.usernamePolicy] ?? .standard
    policy = try AccountOptions.policy(arguments)
    hash = try arguments[AccountOptions.hash] ?? .yescrypt
    policy.hashedBytes = hash.maximumPasswordBytes
    creation = try CreationOptions(arguments)
    report = AccountReport(arguments)
    let username = try arguments[Self.username]
    if let username, arguments.has(Self.passwordInput) {
      source = .standardInput(username: username)
    } else {
      source = .form(
        try DisplayOptions(arguments), mask: try arguments[DisplayOptions.mask] ?? .bullets,
        username: username)
    }
  }

  @MainActor func run() throws -> ExitStatus {
    let job = SignupJob(
      path: try accounts ?? AccountPath.usual, isPathGiven: accounts != nil,
      rules: SignupRules(usernamePolicy: usernamePolicy, passwordPolicy: policy),
      hash: hash, creation: creation, report: report)
    return job.finish(
      try Secrets.holding {
        switch source {
        case .form(let options, let mask, let username):
          try SignupForms(
            job: job, options: options, mask: mask, username: username,
            output: TerminalSettings.outputBesideResults(),
            instead: "Without one, use 'SignupTUI signup --username NAME --password-stdin' "
              + "with the password on standard input."
          ).show()
        case .standardInput(let username): try makeAccount(username, by: job)
        }
      })
  }

  /// Makes an account without drawing, with the first line of standard input as its password.
  @MainActor private func makeAccount(_ username: String, by job: SignupJob) throws -> SignupEnding
  {
    guard let password = try job.passwordFromInput(of: username, orLeaveOut: "to fill in the form")
    else { return SignupEnding(cause: .refused) }
    let name = job.rules.verdict(SignupInput(username: username)).canonicalUsername
    try job.store.add(name, password: password)
    return SignupEnding(username: name, cause: .done)
  }
}
