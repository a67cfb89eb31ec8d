import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ViewModels

/// `signup`: the form on the screen or in lines, or one account from standard input.
struct SignupCommand: Command {
  /// The file that accounts are kept in; nil for the usual place.
  var accounts: String?
  /// Where name and password come from.
  var source = Source.form()

  /// Where the name and the password of an account come from.
  enum Source: Equatable {
    /// They are typed into a form, of which the password shows more or less.
    case form(DisplayOptions = DisplayOptions(), mask: TextField.Echo = .bullets)
    /// The password is the first line of standard input.
    case standardInput(username: String)
  }

  static let accounts = Option.file(
    "--accounts",
    help: "where accounts are kept: an htpasswd file, which nginx, Apache and Dovecot read "
      + "(default: $XDG_DATA_HOME/signup-tui/accounts, or ~/.local/share/signup-tui/accounts)")
  private static let username = Option.text(
    "--username", "NAME", help: "make this account without drawing anything")
  private static let passwordInput = OptionSpec(
    "--password-stdin", help: "read its password from standard input: the first line")
  private static let accessible = DisplayOptions.accessible(
    doing: "ask question by question, a line each")
  private static let mask = Option<TextField.Echo>.choice(
    "--mask", among: ["bullets": .bullets, "none": .nothing], usual: "bullets",
    help: "show nothing of a password while it is typed, not even its length")
  private static let record = DisplayOptions.record.spec.explained(
    "record the screen, never the keys, for asciinema in a new file")

  private static let formOptions = [accessible, mask.spec, DisplayOptions.theme.spec, record]

  static let specification = CommandSpec(
    name: "signup", isDefault: true, summary: "fill in a form and make an account",
    purpose: "Fill in a form and make an account.",
    synopsis: [.optional(accounts.spec)],
    usages: [
      [.optional(accounts.spec)] + formOptions.map { .optional($0) },
      [.optional(accounts.spec), .required(username.spec), .required(passwordInput)],
    ],
    options: [accounts.spec, username.spec, passwordInput] + formOptions,
    rules: [
      .apart(
        [username.spec, passwordInput], formOptions,
        because: "an account from standard input is made without a form to show"),
      .needs(username.spec, passwordInput, because: "a password on standard input."),
      .needs(passwordInput, username.spec, because: "whose password is it?"),
    ])
}

extension SignupCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    accounts = try arguments[Self.accounts]
    if let username = try arguments[Self.username] {
      source = .standardInput(username: username)
    } else {
      source = .form(
        try DisplayOptions(arguments), mask: try arguments[Self.mask] ?? .bullets)
    }
  }

  @MainActor func run() throws -> ExitStatus {
    CoreDumps.forbid()
    switch source {
    case .form(let options, let mask): return try showForm(options, mask)
    case .standardInput(let username): return try makeAccount(username)
    }
  }

  /// Shows the form until an account is made or the user gives up.
  @MainActor private func showForm(
    _ options: DisplayOptions, _ mask: TextField.Echo
  ) throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      options, needsAnswers: true,
      instead: "Without one, use 'SignupTUI signup --username NAME --password-stdin' "
        + "with the password on standard input.")
    let store = HtpasswdAccountStore(path: try path)
    if display.presentation == .lines { return converse(store, loop, display, mask) }
    let screen = SignupScreen(
      store: store, place: Self.shortened(store.path), mask: mask, loop: loop)
    screen.isRecorded = display.isRecorded
    let end = try display.show(screen, on: loop)
    let left = SignupOutcome(left: screen.model)
    screen.forgetSecrets()
    func report(_ outcome: SignupOutcome) {
      OutputDescriptor.output.report(outcome.sentence(path: store.path))
    }
    switch end {
    case .finished(.created(let name)):
      report(.created(username: name))
      return .success
    case .finished(.cancelled):
      report(.nothing)
      return .failure
    case .finished(.interrupted):
      report(left)
      endProcess(bySignal: SIGINT)
    case .signal(let number):
      // A terminal that takes nothing must not keep the program from ending.
      if OutputDescriptor.output.isReady(withinMilliseconds: 200) { report(left) }
      endProcess(bySignal: number)
    case .terminalLost:
      endProcess(bySignal: SIGHUP)
    }
  }

  /// Asks question by question until an account is made or the user gives up.
  @MainActor private func converse(
    _ store: HtpasswdAccountStore, _ loop: EventLoop, _ display: Display, _ mask: TextField.Echo
  ) -> ExitStatus {
    let dialogue = LineDialogue(loop: loop, settings: display.settings, asksForSecrets: true)
    defer { dialogue.close() }
    let model = SignupViewModel(store: store, scheduler: LoopScheduler(loop: loop))
    defer { (model.password, model.confirmPassword) = ("", "") }
    do {
      let questions = SignupDialogue(
        model: model, dialogue: dialogue, place: Self.shortened(store.path),
        saysLength: mask != .nothing)
      let outcome = try questions.run()
      try dialogue.say(outcome.sentence(path: store.path))
      return outcome == .nothing ? .failure : .success
    } catch {
      // The question still stands on the line.
      try? dialogue.say("\n" + SignupOutcome(left: model).sentence(path: store.path))
      return error.exitStatus(atInputEnd: .failure)
    }
  }

  /// Makes an account without drawing, with the first line of standard input as its password.
  @MainActor private func makeAccount(_ username: String) throws -> ExitStatus {
    let password = try PasswordInput.firstLine()
    let rules = SignupRules()
    let verdict = rules.verdict(
      SignupInput(username: username, password: password, confirmation: password))
    let faults = [verdict.username.message, verdict.password.message].compactMap { $0 }
    guard faults.isEmpty else {
      for fault in faults { OutputDescriptor.error.report("SignupTUI: \(fault).") }
      return .failure
    }
    let store = HtpasswdAccountStore(path: try path)
    try store.add(verdict.canonicalUsername, password: password)
    OutputDescriptor.output.report(
      SignupOutcome.created(username: verdict.canonicalUsername).sentence(path: store.path))
    return .success
  }

  private var path: String {
    get throws(AccountError) { try Self.path(accounts) }
  }

  /// The account file that is meant: the one that was named, or the usual one.
  static func path(_ accounts: String?) throws(AccountError) -> String {
    if let accounts { return accounts }
    return try HtpasswdAccountStore.defaultPath(environment: environment)
  }

  /// A path as people write it: `~` for the home folder.
  static func shortened(_ path: String) -> String {
    guard let home = environment["HOME"], home.count > 1, path.hasPrefix(home + "/") else {
      return path
    }
    return "~" + path.dropFirst(home.count)
  }

  private static var environment: [String: String] {
    var environment: [String: String] = [:]
    for name in ["XDG_DATA_HOME", "HOME"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return environment
  }
}
