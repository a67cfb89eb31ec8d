import TerminalKit
#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ViewModels

/// `signup`: the form on the screen, or one account from standard input.
@MainActor
enum SignupCommand {
  /// Shows the form until an account is made or the user gives up.
  static func run(accounts: String?, display options: DisplayOptions) throws -> ExitStatus {
    CoreDumps.forbid()
    let loop = try EventLoop()
    let display = try Display(
      options, needsAnswers: true,
      instead: "Without one, use 'SignupTUI signup --username NAME --password-stdin' "
        + "with the password on standard input.")
    let store = HtpasswdAccountStore(path: try path(accounts))
    if display.presentation == .lines { return converse(store, loop, display, options) }
    let screen = SignupScreen(
      store: store, place: shortened(store.path), mask: options.mask, loop: loop)
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
      RawMode.die(bySignal: SIGINT)
    case .signal(let number):
      // A terminal that takes nothing must not keep the program from ending.
      if OutputDescriptor.output.isReady(withinMilliseconds: 200) { report(left) }
      RawMode.die(bySignal: number)
    case .terminalLost:
      RawMode.die(bySignal: SignalPipe.hangup)
    }
  }

  /// Asks question by question until an account is made or the user gives up.
  private static func converse(
    _ store: HtpasswdAccountStore, _ loop: EventLoop, _ display: Display,
    _ options: DisplayOptions
  ) -> ExitStatus {
    let dialogue = LineDialogue(loop: loop, settings: display.settings, asksForSecrets: true)
    defer { dialogue.close() }
    let model = SignupViewModel(store: store, scheduler: LoopScheduler(loop: loop))
    defer { (model.password, model.confirmPassword) = ("", "") }
    do {
      let questions = SignupDialogue(
        model: model, dialogue: dialogue, place: shortened(store.path),
        saysLength: options.mask != .nothing)
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
  static func runFromInput(accounts: String?, username: String) throws -> ExitStatus {
    CoreDumps.forbid()
    let password = try readPassword()
    let rules = SignupRules()
    let verdict = rules.verdict(
      SignupInput(username: username, password: password, confirmation: password))
    let faults = [verdict.username.message, verdict.password.message].compactMap { $0 }
    guard faults.isEmpty else {
      for fault in faults { OutputDescriptor.error.report("SignupTUI: \(fault).") }
      return .failure
    }
    let store = HtpasswdAccountStore(path: try path(accounts))
    try store.add(verdict.canonicalUsername, password: password)
    OutputDescriptor.output.report(
      SignupOutcome.created(username: verdict.canonicalUsername).sentence(path: store.path))
    return .success
  }

  private static func path(_ accounts: String?) throws(AccountError) -> String {
    if let accounts { return accounts }
    return try HtpasswdAccountStore.defaultPath(environment: environment)
  }

  /// A path as people write it: `~` for the home folder.
  private static func shortened(_ path: String) -> String {
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

  /// The first line of standard input, without its line break.
  ///
  /// On a terminal the letters are not shown, as nothing secret belongs on a screen.
  private static func readPassword() throws -> String {
    if isatty(0) == 1 {
      throw UsageError(
        "--password-stdin reads a file or a pipe, not a terminal. "
          + "Leave it out to fill in the form.")
    }
    // A password has at most 511 bytes; more is read only to say so.
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count <= 4096 {
      let count = read(0, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw InputFailure("cannot be read: \(String(cString: strerror(errno)))") }
      if count == 0 || byte == 0x0A { break }
      bytes.append(byte)
    }
    if bytes.last == 0x0D { bytes.removeLast() }
    if bytes.isEmpty { throw InputFailure("has no password in its first line") }
    guard let password = String(validating: bytes, as: UTF8.self) else {
      throw InputFailure("is not UTF-8 text, which a password has to be")
    }
    return password
  }
}

/// No password could be had from standard input.
struct InputFailure: Error, CustomStringConvertible {
  let problem: String

  init(_ problem: String) { self.problem = problem }

  var description: String { "Standard input \(problem)." }
}
