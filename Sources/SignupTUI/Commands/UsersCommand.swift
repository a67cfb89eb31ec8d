import CommandLineKit
import Platform
import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// `users`: signing in and the list, on the screen or in lines, or as JSON.
struct UsersCommand: Command {
  /// The file of the accounts; nil for the default place.
  var accounts: String?
  /// The source of name and password.
  var source = Source.form()

  /// A source of the name and the password, with a destination of the list.
  enum Source: Equatable {
    /// They are typed into a form, with more or less of the password shown.
    case form(DisplayOptions = DisplayOptions(), mask: TextField.Echo = .bullets)
    /// The password is the first line of standard input, and the list is written as JSON.
    case standardInput(username: String)
  }

  private static let json = OptionSpec(
    "--json", help: "write a line of JSON for each user, and draw nothing")
  private static let username = Option.text(
    "--username", "NAME", help: "sign in with this name"
  ).completed(from: .called(CompletionList.accounts.rawValue))
  private static let formOptions = DisplayOptions.specsOfPasswordForm
  private static let jsonOptions = [json, username.spec, AccountOptions.passwordInput]

  static let name = "users"

  static let specification = CommandSpec(
    name: name, summary: "sign in, and list the accounts",
    purpose: "Sign in with an account, and list all accounts.",
    synopsis: [.optional(AccountOptions.accounts.spec)],
    usages: [
      [.optional(AccountOptions.accounts.spec)] + formOptions.map { .optional($0) },
      [.optional(AccountOptions.accounts.spec)] + jsonOptions.map { .required($0) },
    ],
    options: [AccountOptions.accounts.spec] + jsonOptions + formOptions,
    rules: [
      .apart(jsonOptions, formOptions, because: "JSON is written without a form to show"),
      .needs(json, username.spec, because: "who signs in?"),
      .needs(username.spec, AccountOptions.passwordInput, because: "a password on standard input."),
      .needs(AccountOptions.passwordInput, username.spec, because: "whose password is it?"),
      .needs(username.spec, json, because: "a form asks for the name itself."),
    ],
    notes: [AccountJSON.note])
}

extension UsersCommand {
  init(_ arguments: Arguments) throws(UsageError) {
    accounts = try AccountOptions.path(arguments)
    if let username = try arguments[Self.username] {
      source = .standardInput(username: username)
    } else {
      source = .form(
        try DisplayOptions(arguments), mask: try arguments[DisplayOptions.mask] ?? .bullets)
    }
  }

  @MainActor func run() throws -> ExitStatus {
    let store = HtpasswdAccountStore(path: try accounts ?? AccountPath.usual)
    try store.requireFile()
    switch source {
    case .form(let options, let mask): return try show(store, options, mask)
    case .standardInput(let username):
      try AccountJSON.write(try Secrets.holding { try users(of: store, for: username) })
      return .success
    }
  }

  /// Shows the form, and then the list until the user leaves.
  @MainActor private func show(
    _ store: HtpasswdAccountStore, _ options: DisplayOptions, _ mask: TextField.Echo
  ) throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      options, needsAnswers: true,
      instead: "Without one, use 'SignupTUI users --json --username NAME --password-stdin' "
        + "with the password on standard input.")
    let place = AccountPath.shortened(store.path)
    if display.presentation == .lines { return converse(store, place, loop, display) }
    let end = try Secrets.holding {
      let screen = UsersScreen(
        store: store, place: place, mask: mask, loop: loop, background: SecretThread.scheduler)
      screen.form.isRecorded = display.isRecorded
      // List and form may be on the screen for long; a password that was accepted, or refused, is
      // gone from memory by then.
      let sweeping = sweeps(after: screen.model, on: loop) { screen.forgetSecrets() }
      defer { sweeping.cancel() }
      let end = try display.show(screen, on: loop)
      screen.forgetSecrets()
      return end
    }
    switch end.resultOrDie() {
    case .done: return .success
    case .cancelled: return .failure
    case .interrupted: endProcess(bySignal: SIGINT)
    }
  }

  /// The times at which the traces of an answered password are erased: at once, and again when the
  /// thread that handed the answer over is sure to have ended.
  private static let sweeps: [MonotonicInstant.Stride] = [.zero, .milliseconds(250), .seconds(2)]

  /// Erases the traces of a password from memory, as soon as it was accepted or refused.
  ///
  /// - Parameter forget: Forgets the password that was accepted. A refused one is forgotten by the
  ///     model, and the next may be on its way.
  @MainActor private func sweeps(
    after model: UsersViewModel, on loop: EventLoop,
    forget: @escaping @MainActor () -> Void = {}
  ) -> AnyCancellable {
    let scheduler = LoopScheduler(loop: loop)
    return model.$state
      .filter { $0.value != nil || $0.error as? UsersError == .refused }
      .map { $0.value != nil }
      .flatMap { isSignedIn in
        Self.sweeps.publisher.flatMap { Just(isSignedIn).delay(for: $0, scheduler: scheduler) }
      }
      .sink { isSignedIn in
        if isSignedIn { MainActor.assumeIsolated(forget) }
        SecretMemory.sweep()
      }
  }

  /// Asks question by question, and lists line by line.
  @MainActor private func converse(
    _ store: HtpasswdAccountStore, _ place: String, _ loop: EventLoop, _ display: Display
  ) -> ExitStatus {
    let dialogue = LineDialogue(loop: loop, settings: display.settings, asksForSecrets: true)
    defer { dialogue.close() }
    do throws(LineDialogue.Ending) {
      let users = try Secrets.holding { () throws(LineDialogue.Ending) -> [ListedAccount] in
        let model = UsersViewModel(
          directory: .accounts(in: store, background: SecretThread.scheduler),
          scheduler: LoopScheduler(loop: loop))
        defer { model.forgetPassword() }
        let sweeping = sweeps(after: model, on: loop)
        defer { sweeping.cancel() }
        return try UsersDialogue(model: model, dialogue: dialogue, place: place).signIn()
      }
      try UsersDialogue.say(users, in: dialogue)
      return .success
    } catch {
      // The question still stands on the line.
      try? dialogue.say("")
      return error.exitStatus(atInputEnd: .failure)
    }
  }

  /// Returns the users, for a user whose password is the first line of standard input.
  @MainActor private func users(
    of store: HtpasswdAccountStore, for username: String
  ) throws -> [ListedAccount] {
    let credentials = Credentials(
      username: username, password: try PasswordInput.firstLine(orLeaveOut: "to fill in the form"))
    var answer: Result<UserList?, UsersError>?
    // There is no other work meanwhile: both steps run here, and the answer is there after.
    UserDirectory.accounts(in: store, background: ImmediateScheduler.shared)
      .users(for: credentials)
      .callback { answer = $0 }
    // The program has a status of its own for a file that cannot be read.
    if case .failure(.store(let error)) = answer { throw error }
    return try answer?.get()?.users ?? []
  }
}
