/// The sign-up form, or the form for a new password, on the screen or in lines, from the checks
/// before it to the final report.
@MainActor struct SignupForms {
  let job: SignupJob
  let options: DisplayOptions
  let mask: TextField.Echo
  /// The name in the form at the start.
  var username: String?
  /// The descriptor of the screen or of the questions.
  var output: Int32 = 1
  /// The advice if there is no terminal; a whole sentence.
  let instead: String

  private var shownPath: String { AccountPath.shortened(job.store.path) }

  /// Shows the form until an account is made or the user gives up.
  ///
  /// A file that cannot be used is an error before anything is drawn.
  func show() throws -> SignupEnding {
    let loop = try EventLoop()
    let display = try Display(options, needsAnswers: true, output: output, instead: instead)
    if display.presentation == .lines { return try converse(loop, display) }
    do { return try draw(job.prepare(), loop, display) } catch let error as AccountError {
      dropTypedAhead()
      throw error
    }
  }

  /// Drops the terminal's unread input: it may be half a password, and the shell would run it.
  private func dropTypedAhead() {
    // A job in the background would be stopped for touching the terminal, and gets no input from
    // it.
    if tcgetpgrp(0) == getpgrp() { tcflush(0, TCIFLUSH) }
  }

  // MARK: On the screen

  private func draw(
    _ purpose: SignupPurpose, _ loop: EventLoop, _ display: Display
  ) throws -> SignupEnding {
    let screen = SignupScreen(
      purpose: purpose, store: job.store, rules: job.rules, shownPath: shownPath, mask: mask,
      loop: loop, background: WorkerScheduler())
    screen.isRecorded = display.isRecorded
    if let username { screen.fillIn(username) }
    job.says { [weak screen] in
      loop.enqueue {
        if let screen { MainActor.assumeIsolated { screen.isWaitingForLock = true } }
        loop.setNeedsFrame()
      }
    }
    let holding = signalsWait(for: screen.model)
    defer { holding.cancel() }
    let end = try display.show(screen, on: loop)
    var ending = SignupEnding(username: screen.model.verdict.canonicalUsername, cause: .cancelled)
    screen.forgetSecrets()
    switch end {
    case .finished(.submitted(let name)):
      ending.username = name
      ending.cause = .done
    case .finished(.cancelled): break
    case .finished(.interrupted): ending.cause = .ended(.signal(SIGINT))
    case .signal(let number):
      // A terminal that accepts no output must not keep the program from ending.
      ending.isSilent = !OutputDescriptor.output.isReady(withinMilliseconds: 200)
      ending.cause = .ended(.signal(number))
    case .terminalLost:
      ending.isSilent = true
      ending.cause = .ended(.signal(SIGHUP))
    }
    return ending
  }

  /// Blocks signals once the account is made: they come too late.
  private func signalsWait(for model: SignupViewModel) -> AnyCancellable {
    model.$submission.sink { submission in if case .succeeded = submission { EndingSignals.hold() }
    }
  }

  // MARK: In lines

  private func converse(_ loop: EventLoop, _ display: Display) throws -> SignupEnding {
    let dialogue = LineDialogue(loop: loop, settings: display.settings, asksForSecrets: true)
    defer { dialogue.close() }
    // From here on, typed text does not show before it is asked for.
    let purpose = try job.prepare()
    let model = SignupViewModel(
      purpose: purpose, rules: job.rules, store: job.store, scheduler: LoopScheduler(loop: loop),
      background: WorkerScheduler())
    defer { model.forgetSecrets() }
    let holding = signalsWait(for: model)
    defer { holding.cancel() }
    let sentence = AccountReport.waitingSentence(for: shownPath)
    job.says { loop.enqueue { MainActor.assumeIsolated { try? dialogue.say(sentence) } } }
    do throws(LineDialogue.Ending) {
      let questions = SignupDialogue(
        model: model, dialogue: dialogue, shownPath: shownPath, saysLength: mask != .nothing,
        username: username)
      guard let name = try questions.run() else {
        return SignupEnding(cause: .cancelled, isInLines: true)
      }
      return SignupEnding(username: name, cause: .done, isInLines: true)
    } catch {
      return SignupEnding(
        username: model.verdict.canonicalUsername, cause: .ended(error), isInLines: true)
    }
  }
}
