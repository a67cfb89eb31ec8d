/// `users`: signing in and the list, on the screen or in lines, or as JSON.
struct UsersCommand: Command {
  /// The service whose users to list; nil for the accounts of a file.
  var service: ServiceOptions?
  /// The file of the accounts; nil for the default one.
  var accounts: String?
  /// True if the users are written as lines of JSON.
  var isJSON = false
  /// The name whose password is on standard input; nil for the form.
  var username: String?
  var form = UsersForm()

  private static let json = OptionSpec(
    "--json", help: "print the users as lines of JSON, without a screen")
  private static let username = Option.text("--username", "NAME", help: "sign in with this name")
    .completed(from: .called(CompletionList.accounts.rawValue))
  private static let formOptions = DisplayOptions.ofPasswordForm
  private static let jsonOptions = [json, username.spec, AccountOptions.passwordInput]

  static let name = "users"

  static let specification = CommandSpec(
    name: name, summary: "sign in and list the users of a file or a service",
    purpose: "Sign in and list the users: the accounts of a file, or the users of a service.",
    synopsis: [.optional(AccountOptions.accounts.spec)],
    usages: [
      [.optional(AccountOptions.accounts.spec)] + formOptions.optional,
      [.optional(AccountOptions.accounts.spec)] + jsonOptions.map { .required($0) },
      ServiceOptions.usage + formOptions.optional,
      ServiceOptions.usage + [.required(json)] + jsonOptions.dropFirst().optional,
    ],
    options: [AccountOptions.accounts.spec] + ServiceOptions.specs + jsonOptions + formOptions,
    rules: [
      .apart(
        [AccountOptions.accounts.spec], [ServiceOptions.url.spec],
        because: "the users come from either a file or a service"),
      .apart(jsonOptions, formOptions, because: "JSON needs no form"),
      .needs(
        username.spec, AccountOptions.passwordInput,
        because: "the password comes from standard input."),
      .needs(
        AccountOptions.passwordInput, username.spec, because: "it is the name to sign in with."),
      .needs(username.spec, json, because: "the form asks for the name."),
      .apart(
        [ServiceOptions.tokenFile.spec], [username.spec], because: "a token replaces signing in"),
    ] + ServiceOptions.rules,
    examples: [
      "users": "sign in and list the accounts",
      "users --url https://example.com/users": "list the users of a service",
    ])

}

extension UsersCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    username = try arguments[Self.username]
    form = UsersForm(
      display: try DisplayOptions(arguments), mask: try arguments[DisplayOptions.mask] ?? .bullets)
    isJSON = arguments.has(Self.json)
    service = try ServiceOptions(arguments)
    if isJSON, username == nil, service == nil || service?.signIn != nil {
      throw UsageError("--json needs --username NAME to sign in.")
    }
    if service == nil {
      accounts = try AccountOptions.path(arguments)
    } else if username != nil, service?.signIn == nil {
      throw UsageError("--username needs --sign-in URL to sign in at.")
    }
  }

  @MainActor func run() throws -> ExitStatus {
    try ThreadSupply.check()
    if let service {
      if isJSON { return try Secrets.holding { try UsersJSON.write(service, for: username) } }
      return try UsersRun(
        form: form, signsIn: service.signIn != nil,
        instead: service.signIn == nil
          ? "Without a screen, use --json or --accessible."
          : "Without one, use --json --username NAME --password-stdin with the password on "
            + "standard input.", listing: { try service.listing(on: $0) }
      ).run()
    }
    let store = HtpasswdAccountStore(path: try accounts ?? AccountPath.usual)
    try store.requireFile()
    if let username {
      try Secrets.holding { try UsersJSON.write(store, for: username) }
      return .success
    }
    return try UsersRun(
      form: form, signsIn: true,
      instead: "Without one, use 'SignupTUI users --json --username NAME --password-stdin' "
        + "with the password on standard input.", listing: { AccountListing(store, on: $0) }
    ).run()
  }
}

/// The sign-in form: its display, and how passwords are shown.
struct UsersForm: Equatable, Sendable {
  var display = DisplayOptions()
  var mask = TextField.Echo.bullets
}
