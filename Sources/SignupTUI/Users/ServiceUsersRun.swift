import CommandLineKit
import Formats
import Platform
import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// `users` of a service: signing in where that is needed, and then the list with its columns.
struct ServiceUsersRun: Equatable {
  /// The service.
  var options: ServiceOptions
  /// The way in which the users are shown.
  var output: Output

  /// The way in which users are shown.
  enum Output: Equatable {
    /// On the screen or in lines; a name and a password are typed into a form.
    case form(UsersForm)
    /// As lines of JSON; the password of a name is the first line of standard input.
    case json(username: String?)
  }

  @MainActor func run() throws -> ExitStatus {
    try ThreadSupply.check()
    let loop = try EventLoop()
    switch output {
    case .form(let form):
      let display = try Display(
        form.display, needsAnswers: options.signIn != nil, isListInPipes: options.signIn == nil,
        instead: options.signIn == nil
          ? "For the users without a screen use --json or --accessible."
          : "Without one, use --json --username NAME --password-stdin with the password on "
            + "standard input.")
      if display.presentation == .lines {
        return try Secrets.holding { try converse(display, loop) }
      }
      let end = try Secrets.holding { try show(form, display, loop) }
      switch end.resultOrDie() {
      case .done: return .success
      case .cancelled: return .failure
      case .interrupted: endProcess(bySignal: SIGINT)
      }
    case .json(let username):
      return try Secrets.holding { try write(for: username, loop) }
    }
  }

  // MARK: The screen

  @MainActor private func show(
    _ form: UsersForm, _ display: Display, _ loop: EventLoop
  ) throws -> EndReason<UsersScreen.Result> {
    let users = try options.users(on: LoopScheduler(loop: loop))
    let listing = ServiceListing(users, now: { loop.now }) { instant in
      loop.schedule(at: instant) { loop.setNeedsFrame() }
    }
    let screen = UsersScreen(
      listing,
      form: users.signIn.map { SignInForm(model: $0, note: options.signInNote, mask: form.mask) })
    screen.form?.isRecorded = display.isRecorded
    let frames = users.states.sink { _ in loop.setNeedsFrame() }
    let forgetting = users.states.filter { $0.value != nil && users.signIn != nil }
      .sink { [weak screen] _ in screen?.forgetSecrets() }
    defer { for work in [frames, forgetting] { work.cancel() } }
    // Behind the first frame, which does not wait for the request to be sent.
    if users.signIn == nil { loop.schedule(after: .milliseconds(1)) { users.load() } }
    let end = try display.show(screen, on: loop)
    // The end of the process may come by a signal: no curl is to outlive it, and no secret.
    users.forget()
    screen.forgetSecrets()
    return end
  }

  // MARK: Lines

  @MainActor private func converse(
    _ display: Display, _ loop: EventLoop
  ) throws -> ExitStatus {
    let users = try options.users(on: LoopScheduler(loop: loop))
    defer { users.forget() }
    let dialogue = LineDialogue(
      loop: loop, settings: display.settings, asksForSecrets: users.signIn != nil)
    defer { dialogue.close() }
    do throws(LineDialogue.Ending) {
      if let model = users.signIn {
        defer { model.forgetPassword() }
        try SignInDialogue(
          model: model, dialogue: dialogue, note: options.signInNote,
          isSignedIn: { users.state.value != nil && !model.isLoading }
        ).run()
      } else {
        users.load()
        try dialogue.wait { _ in !users.state.isLoading }
      }
      return try UsersDialogue.say(users, at: loop.now, in: dialogue) ? .success : .failure
    } catch {
      // The question still stands on the line.
      if users.signIn != nil { try? dialogue.say("") }
      return error.exitStatus(atInputEnd: .failure)
    }
  }

  // MARK: JSON

  @MainActor private func write(for username: String?, _ loop: EventLoop) throws -> ExitStatus {
    let users = try options.users(on: LoopScheduler(loop: loop))
    defer { users.forget() }
    if let username, let model = users.signIn {
      model.username = username
      model.password = try PasswordInput.firstLine(orLeaveOut: "to fill in the form")
      if model.signIn() != nil { throw UsageError("--username takes a name, not ''.") }
    } else {
      users.load()
    }
    let dialogue = LineDialogue(loop: loop, settings: TerminalSettings())
    // Also so that a reader who closes the pipe ends the program in silence.
    defer { dialogue.close() }
    do throws(LineDialogue.Ending) {
      try dialogue.wait { _ in !users.state.isLoading }
    } catch { return error.exitStatus(atInputEnd: .failure) }
    guard case .loaded(let fetched) = users.state else {
      let message = users.state.message ?? "There was no answer."
      OutputDescriptor.error.report("\(Program.name): \(message)")
      return .failure
    }
    try write(fetched.value)
    return .success
  }

  /// The rows that are written at once, so that not all of them are text at one time.
  private static let rowsAtOnce = 500

  /// Writes a line for each user: its columns where they were asked for, else all of it.
  private func write(_ table: RecordTable) throws(OutputFailure) {
    let titles = table.columns.map(\.title)
    var rest = table.rows[...]
    while !rest.isEmpty {
      let lines = rest.prefix(Self.rowsAtOnce).map { row in
        guard options.columns != nil else { return table.line(of: row) + "\n" }
        return JSONValue.object(zip(titles, row.json).map { JSONMember($0, $1) }).compactText + "\n"
      }
      try OutputFailure.check(OutputDescriptor.output.write(json: lines.joined()))
      rest = rest.dropFirst(Self.rowsAtOnce)
    }
  }
}
