/// `accounts`: the accounts of a file on the screen, in lines, or as JSON.
struct AccountsCommand: Command {
  /// The file of the accounts; nil for the default path.
  var accounts: String?
  /// True if the accounts are written as lines of JSON.
  var writesJSON = false
  /// The options of the display.
  var display = DisplayOptions()
  /// How a typed password is echoed.
  var mask = TextField.Echo.bullets
  /// The policy for names of new accounts.
  var usernamePolicy = UsernamePolicy.standard
  /// The policy for new passwords.
  var policy = PasswordPolicy.classic
  /// The method of new hashes; nil for the default, or for a new password the previous one.
  var hash: PasswordScheme?
  /// True if the file is written in place and never replaced.
  var writesInPlace = false

  private static let json = OptionSpec(
    "--json", help: "print the accounts as lines of JSON, without a screen")
  private static let screenOptions =
    [
      AccountOptions.usernamePolicy.spec, AccountOptions.policy.spec, AccountOptions.hash.spec,
      CreationOptions.inPlace,
    ]
    + DisplayOptions.ofPasswordForm

  static let name = "accounts"

  static let specification = CommandSpec(
    name: name, summary: "list and change the accounts of a file",
    purpose: "List and change the accounts of a file, and follow changes by other programs.",
    synopsis: [.optional(AccountOptions.accounts.spec)],
    usages: [
      [.optional(AccountOptions.accounts.spec)] + screenOptions.optional,
      [.optional(AccountOptions.accounts.spec), .required(json)],
    ],
    options: [AccountOptions.accounts.spec, json] + screenOptions,
    rules: [.apart([json], screenOptions, because: "JSON needs no screen")],
    examples: [
      "accounts --accounts /etc/nginx/htpasswd": "change a server's accounts",
      "accounts --json": "list them for a program",
    ])
}

extension AccountsCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    accounts = try AccountOptions.path(arguments)
    writesJSON = arguments.has(Self.json)
    display = try DisplayOptions(arguments)
    mask = try arguments[DisplayOptions.mask] ?? .bullets
    usernamePolicy = try arguments[AccountOptions.usernamePolicy] ?? .standard
    policy = try AccountOptions.policy(arguments)
    hash = try arguments[AccountOptions.hash]
    writesInPlace = arguments.has(CreationOptions.inPlace)
  }

  @MainActor func run() throws -> ExitStatus {
    let path = try accounts ?? AccountPath.usual
    if writesJSON {
      try AccountJSON.write(try HtpasswdAccountStore(path: path).list())
      return .success
    }
    let loop = try EventLoop()
    let display = try Display(
      display, needsAnswers: false, isListInPipes: true,
      instead: "For lines of text instead of a screen, use 'SignupTUI accounts --json'; "
        + "--accessible also follows changes.")
    let workshop = AccountWorkshop(path: path, for: self, on: loop)
    let actions = workshop.actions(isRecorded: display.isRecorded)
    let (model, shownPath) = (workshop.makeList(), AccountPath.shortened(path))
    if display.presentation == .screen {
      return try Secrets.holding {
        let screen = AccountsScreen(
          model: model, shownPath: shownPath, actions: actions, loop: loop)
        workshop.says { [weak screen] in screen?.noteWaiting() }
        defer { screen.forgetSecrets() }
        return try display.show(screen, on: loop)
      }.exitStatus
    }
    workshop.says { actions.removal.noteWaiting() }
    return LineDialogue.run(on: loop, display.settings) { dialogue throws(LineDialogue.Ending) in
      try Secrets.holding { () throws(LineDialogue.Ending) in
        try AccountsDialogue(
          model: model, actions: actions, dialogue: dialogue, shownPath: shownPath
        ).run()
      }
      guard let failure = model.state.failure else { return .success }
      // In a list written for programs, an error must not look like an account.
      return dialogue.canBeTypedTo ? failure.exitStatus : AccountReport.failure(failure)
    }
  }
}
