/// `users` on the screen or in lines: signing in if necessary, and then the list.
@MainActor struct UsersRun {
  let form: UsersForm
  /// True if the list needs a sign-in.
  let signsIn: Bool
  /// The advice if there is no terminal.
  let instead: String
  /// Makes the list, not requested yet.
  let listing: (EventLoop) throws -> any UserListing

  func run() throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      form.display, needsAnswers: signsIn, isListInPipes: !signsIn, instead: instead)
    if display.presentation == .lines { return try Secrets.holding { try converse(display, loop) } }
    switch try Secrets.holding({ try show(display, loop) }).resultOrDie() {
    case .done: return .success
    case .cancelled: return .failure
    case .interrupted: endProcess(bySignal: SIGINT)
    }
  }

  /// Shows the form, and then the list until the user leaves.
  private func show(_ display: Display, _ loop: EventLoop) throws -> EndReason<UsersScreen.Result> {
    let listing = try listing(loop)
    let screen = UsersScreen(
      listing,
      form: listing.signIn.map { SignInForm(model: $0, note: listing.note, mask: form.mask) })
    screen.form?.isRecorded = display.isRecorded
    let frames = listing.changes.sink { loop.setNeedsFrame() }
    // The list may be shown for long, so the accepted password is forgotten.
    let forgetting = listing.answers.sink { [weak screen] isAccepted in
      if isAccepted { screen?.forgetSecrets() }
    }
    defer { for work in [frames, forgetting] { work.cancel() } }
    // After the first frame, which does not wait for the request to be sent.
    if !signsIn { loop.schedule(after: .milliseconds(1)) { listing.load() } }
    let end = try display.show(screen, on: loop)
    // The process may end by a signal, and no curl and no secret may outlive it.
    listing.forget()
    screen.forgetSecrets()
    return end
  }

  /// Asks question by question, and prints the list line by line.
  private func converse(_ display: Display, _ loop: EventLoop) throws -> ExitStatus {
    let listing = try listing(loop)
    defer { listing.forget() }
    let dialogue = LineDialogue(loop: loop, settings: display.settings, asksForSecrets: signsIn)
    defer { dialogue.close() }
    do throws(LineDialogue.Ending) {
      if let model = listing.signIn {
        defer { model.forgetPassword() }
        try SignInDialogue(
          model: model, dialogue: dialogue, note: listing.note,
          isSignedIn: { listing.isThere && !model.isLoading }
        ).run()
      } else {
        listing.load()
        try dialogue.wait { _ in !listing.isLoading }
      }
      return try listing.say(in: dialogue) ? .success : .failure
    } catch {
      // The question is still on the line.
      if signsIn { try? dialogue.say("") }
      return error.exitStatus(atInputEnd: .failure)
    }
  }
}

extension EventLoop {
  /// Returns a function that requests a frame at an instant.
  func frames() -> (MonotonicInstant) -> Void {
    { instant in self.schedule(at: instant) { self.setNeedsFrame() } }
  }
}
