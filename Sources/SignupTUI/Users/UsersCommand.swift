/// `users`: signing in and the list, on the screen or in lines, or as JSON.
struct UsersCommand: Command {
  /// The service whose users are listed; nil for the accounts of a file.
  var service: ServiceOptions?
  /// The file of the accounts; nil for the default one.
  var accounts: String?
  /// True if the users are written as lines of JSON.
  var isJSON = false
  /// The name whose password is on standard input; nil for the form.
  var username: String?
  var form = UsersForm()

  private static let json = OptionSpec(
    "--json", help: "write a line of JSON for each user, and draw nothing")
  private static let username = Option.text("--username", "NAME", help: "sign in with this name")
    .completed(from: .called(CompletionList.accounts.rawValue))
  private static let formOptions = DisplayOptions.specsOfPasswordForm
  private static let jsonOptions = [json, username.spec, AccountOptions.passwordInput]

  static let name = "users"

  static let specification = CommandSpec(
    name: name, summary: "sign in, and list the accounts, or a service's users",
    purpose: "List the accounts of a file, for who has one there, or the users of a service.",
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
        because: "users are listed of a file or of a service"),
      .apart(jsonOptions, formOptions, because: "JSON is written without a form to show"),
      .needs(username.spec, AccountOptions.passwordInput, because: "a password on standard input."),
      .needs(AccountOptions.passwordInput, username.spec, because: "whose password is it?"),
      .needs(username.spec, json, because: "a form asks for the name itself."),
      .apart(
        [ServiceOptions.tokenFile.spec], [username.spec], because: "who has a token has signed in"),
    ] + ServiceOptions.rules, notes: [AccountJSON.note, serviceNote])

  private static let serviceNote =
    "Of a service each user is a line of JSON with the columns as keys, or without --columns the "
    + "user as the service sends it. A token that the service does not accept any more (401) is "
    + "replaced once, from the file or by signing in again. The last answer is kept in "
    + "$XDG_CACHE_HOME/\(Program.folder)/answers, readable for this user alone, and is shown with "
    + "its age while the service is asked. Tokens and passwords are never arguments, in no file "
    + "that is written, and in no message."
}

extension UsersCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    username = try arguments[Self.username]
    form = UsersForm(
      display: try DisplayOptions(arguments), mask: try arguments[DisplayOptions.mask] ?? .bullets)
    isJSON = arguments.has(Self.json)
    service = try ServiceOptions(arguments)
    if isJSON, username == nil, service == nil || service?.signIn != nil {
      throw UsageError("--json needs --username NAME: who signs in?")
    }
    if service == nil {
      accounts = try AccountOptions.path(arguments)
    } else if username != nil, service?.signIn == nil {
      throw UsageError("--username needs --sign-in URL: where does the user sign in?")
    }
  }

  @MainActor func run() throws -> ExitStatus {
    try ThreadSupply.check()
    if let service {
      if isJSON { return try Secrets.holding { try UsersJSON.write(service, for: username) } }
      return try UsersRun(
        form: form, signsIn: service.signIn != nil,
        instead: service.signIn == nil
          ? "For the users without a screen use --json or --accessible."
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

/// The form of a sign-in: its display, and what is shown of a password.
struct UsersForm: Equatable, Sendable {
  var display = DisplayOptions()
  var mask = TextField.Echo.bullets
}
