/// The service whose users to list, as described on the command line.
struct ServiceOptions: Equatable, Sendable {
  /// The URL that responds with the users.
  var url: String
  /// The file with a token, `-` for standard input; nil for none.
  var tokenFile: String?
  /// The sign-in that obtains a token; nil for none.
  var signIn: TokenSignIn?
  /// The path to the users in the response; nil for the only list.
  var items: RecordPath?
  /// The columns; nil for those of the first user.
  var columns: [RecordColumn]?
  /// True if the last response is kept on disk.
  var isCached = true

  static let url = Option.text(
    "--url", "URL", help: "list the users of the service at this URL"
  ).ofCommandLineOnly
  static let tokenFile = TokenFile.option
  static let signIn = Option.text(
    "--sign-in", "URL", help: "sign in at this URL and get a token"
  ).ofCommandLineOnly
  static let encoding = Option<TokenSignIn.Encoding>.choice(
    "--sign-in-as", among: ["json": .json, "form": .form], usual: "json",
    help: "send the name and the password as a form, not as JSON")
  static let keys = Option.text(
    "--sign-in-keys", "NAME,PASSWORD",
    help: "set the keys of name and password (default: username,password)"
  ).ofCommandLineOnly
  static let tokenPath = Option.text(
    "--token-path", "PATH",
    help: "set the path of the token (default: access_token or token)"
  ).ofCommandLineOnly
  static let columns = Option.text(
    "--columns", "LIST",
    help: "show these columns, such as name,Company: company.name"
  ).ofCommandLineOnly
  static let noCache = OptionSpec(
    "--no-cache", help: "do not keep the response on disk")

  /// The options for signing in.
  private static let signInOptions = [encoding.spec, keys.spec, tokenPath.spec]
  /// All that need a service.
  static let specs =
    [url.spec, tokenFile.spec, signIn.spec] + signInOptions
    + [ServiceURL.items.spec, columns.spec, noCache]

  static let rules: [OptionRule] = {
    let tokens = OptionRule.apart(
      [tokenFile.spec], [signIn.spec], because: "each of them provides a token")
    let ways = signInOptions.map { option in
      OptionRule.needs(option, signIn.spec, because: "it is the address to sign in at.")
    }
    let services = specs.dropFirst().map { option in
      OptionRule.needs(option, url.spec, because: "it is the address of the service.")
    }
    return [tokens] + ways + services
  }()

  /// The options of a call that lists the users of a service.
  static let usage: [CommandSpec.UsagePart] =
    [.required(url.spec)] + specs.dropFirst().map(CommandSpec.UsagePart.optional)

  /// A user has some hundred bytes in a service's typical response; showing twice this size would
  /// need more than 64 MiB.
  private static let largestBody = 32 << 20
}

extension ServiceOptions {
  /// Reads the options; nil if no service is named.
  init?(_ arguments: Arguments) throws(UsageError) {
    guard let url = try arguments[Self.url] else { return nil }
    self.url = try Self.checked(url, of: Self.url.spec)
    tokenFile = try arguments[Self.tokenFile]
    if let address = try arguments[Self.signIn] {
      var signIn = TokenSignIn(url: try Self.checked(address, of: Self.signIn.spec))
      signIn.encoding = try arguments[Self.encoding] ?? .json
      signIn.tokenPath = try arguments[Self.tokenPath]
      if let keys = try arguments[Self.keys] {
        let parts = keys.parts(at: ",").map(String.init)
        guard parts.count == 2, !parts.contains("") else {
          throw UsageError(
            "--sign-in-keys takes two keys separated by a comma, such as user,pass, not '\(keys)'.")
        }
        (signIn.usernameKey, signIn.passwordKey) = (parts[0], parts[1])
      }
      self.signIn = signIn
    }
    items = try arguments[ServiceURL.items].map { RecordPath($0) }
    if let text = try arguments[Self.columns] {
      do throws(RecordError) { columns = try RecordColumn.list(text) } catch {
        throw UsageError("--columns: \(error).")
      }
    }
    isCached = !arguments.has(Self.noCache)
  }

  private static func checked(_ url: String, of option: OptionSpec) throws(UsageError) -> String {
    try ServiceURL.checked(url, of: option, insteadOfSecrets: "Use --token-file or --sign-in.")
  }
}

extension ServiceOptions {
  /// The address as shown to the user: without its scheme, and without possible secrets.
  var address: String { Self.short(url) }

  private static func short(_ url: String) -> String {
    let address = HTTPRequest(url).address
    return address.utf8.range(ofBytes: "://").map { String(address[$0.upperBound...]) } ?? address
  }

  /// The line of the form that explains the sign-in.
  var signInNote: String {
    guard let signIn else { return "" }
    return "to see the users of \(address)" + (Self.isReadable(signIn.url) ? ", not encrypted" : "")
  }

  /// True if others on the network can read what is sent to a URL.
  private static func isReadable(_ url: String) -> Bool {
    guard let origin = HTTPRequest(url).origin else { return false }
    return origin.scheme == "http" && !origin.isLoopback
  }

  /// The request for the users.
  private var request: HTTPRequest {
    HTTPRequest(
      url, headers: ["Accept": "application/json"], timeout: .seconds(60),
      largestBody: Self.largestBody)
  }

  private var cache: ResponseCache? {
    isCached ? ResponseCache.usual(of: Program.folder, environment: UserFolders.environment) : nil
  }

  private var map: @Sendable (HTTPResponse) throws -> RecordTable {
    let (items, columns) = (items, columns)
    return { try RecordTable(of: $0.body, items: items, columns: columns) }
  }

  /// Makes the list of the users, with nothing requested yet.
  ///
  /// - Throws: The error of the token's file.
  @MainActor func listing(on loop: EventLoop) throws -> ServiceListing {
    ServiceListing(
      try users(on: LoopScheduler(loop: loop)), address: address, note: signInNote,
      now: { loop.now }, requestFrame: loop.frames())
  }

  /// Makes the users, with nothing requested yet.
  ///
  /// - Throws: The error of the token's file.
  @MainActor func users(on scheduler: some Scheduler) throws -> ServiceListing.Users {
    let transport = CurlTransport(userAgent: Program.name)
    if let signIn {
      let resource = SignedInResource(
        request, signIn: signIn, over: transport, cache: cache, map: map)
      let model = SignInViewModel(resource, scheduler: scheduler)
      return (model.resource, model)
    }
    var authorized: any Transport = transport
    if let tokenFile {
      let file = TokenFile(path: tokenFile)
      let token = try file.token()
      authorized = AuthorizedTransport(transport, for: url, token: token) {
        // A file may have another token by now; a pipe has none left.
        Result { () throws(TransportError) in try file.isPipe ? token : file.renewedToken() }
          .publisher.eraseToAnyPublisher()
      }
    }
    let resource = RemoteResource(
      request, over: authorized, cache: cache,
      scope: tokenFile.map { "token of \($0)" } ?? "", map: map)
    return (ResourceViewModel(resource, scheduler: scheduler), nil)
  }
}
