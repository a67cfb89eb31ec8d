import ReactiveExtras
import TerminalKit
import ViewModels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sign-up form, on the screen or in lines, from before it is shown to what is said after it.
@MainActor struct SignupForms {
  let job: SignupJob
  let options: DisplayOptions
  let mask: TextField.Echo
  /// The name that stands in the form at the start.
  let username: String?

  private var place: String { AccountPath.shortened(job.store.path) }

  /// Shows the form until an account is made or the user gives up.
  ///
  /// A file that cannot be used is an error before anything is drawn.
  func show() throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      options, needsAnswers: true,
      instead: "Without one, use 'SignupTUI signup --username NAME --password-stdin' "
        + "with the password on standard input.")
    if display.presentation == .lines { return try converse(loop, display) }
    try TypedAhead.dropped(onFailureOf: job.store.check)
    return try draw(loop, display)
  }

  // MARK: On the screen

  private func draw(_ loop: EventLoop, _ display: Display) throws -> ExitStatus {
    let screen = SignupScreen(
      store: job.store, rules: job.rules, place: place, mask: mask, loop: loop)
    screen.isRecorded = display.isRecorded
    if let username { screen.fillIn(username) }
    job.says { [weak screen] in
      loop.enqueue {
        MainActor.assumeIsolated { screen?.isWaitingForLock = true }
        loop.setNeedsFrame()
      }
    }
    let end = try display.show(screen, on: loop)
    let name = screen.model.verdict.canonicalUsername
    screen.forgetSecrets()
    switch end {
    case .finished(.created(let name)): return job.report(created: name)
    case .finished(.cancelled): return leave(name) ?? .failure
    case .finished(.interrupted): return leave(name, by: SIGINT)
    case .signal(let number):
      // A terminal that takes nothing must not keep the program from ending.
      let isReady = OutputDescriptor.output.isReady(withinMilliseconds: 200)
      return leave(name, isSilent: !isReady, by: number)
    case .terminalLost: return leave(name, isSilent: true, by: SIGHUP)
    }
  }

  /// Ends the process by a signal, unless the account was made.
  private func leave(
    _ username: String, isSilent: Bool = false, by signal: CInt
  ) -> ExitStatus {
    if let status = leave(username, isSilent: isSilent) { return status }
    endProcess(bySignal: signal)
  }

  private func leave(_ username: String, isSilent: Bool = false) -> ExitStatus? {
    guard !isSilent else { return job.gate.close() ? .success : nil }
    return job.leave(username) { OutputDescriptor.output.report($0) }
  }

  // MARK: In lines

  private func converse(_ loop: EventLoop, _ display: Display) throws -> ExitStatus {
    let dialogue = LineDialogue(loop: loop, settings: display.settings, asksForSecrets: true)
    defer { dialogue.close() }
    // From here on nothing that is typed shows, before it is asked for.
    try job.store.check()
    let model = SignupViewModel(
      rules: job.rules, store: job.store, scheduler: LoopScheduler(loop: loop))
    defer { (model.password, model.confirmPassword) = ("", "") }
    let sentence = AccountReport.waitingSentence(for: place)
    job.says {
      loop.enqueue { MainActor.assumeIsolated { try? dialogue.say(sentence) } }
    }
    do throws(LineDialogue.Ending) {
      let questions = SignupDialogue(
        model: model, dialogue: dialogue, place: place, saysLength: mask != .nothing,
        username: username)
      let outcome = try questions.run()
      if case .created(let name) = outcome { return job.report(created: name) }
      try dialogue.say(outcome.sentence(path: job.store.path))
      return .failure
    } catch {
      // The question still stands on the line.
      let status = job.leave(model.verdict.canonicalUsername) { try? dialogue.say("\n" + $0) }
      return status ?? error.exitStatus(atInputEnd: .failure)
    }
  }
}
