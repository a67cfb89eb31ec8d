import CommandLineKit
import Platform
import Reactive
import ReactiveExtras
import TerminalKit
import ViewModels

/// `users` of a file: signing in with an account there, and then all its accounts.
struct AccountUsersRun: Equatable {
  /// The file of the accounts; nil for the default place.
  var accounts: String?
  /// The source of name and password.
  var source: Source

  /// A source of the name and the password, with a destination of the list.
  enum Source: Equatable {
    /// They are typed into a form.
    case form(UsersForm)
    /// The password is the first line of standard input, and the list is written as JSON.
    case standardInput(username: String)
  }

  @MainActor func run() throws -> ExitStatus {
    try ThreadSupply.check()
    let store = HtpasswdAccountStore(path: try accounts ?? AccountPath.usual)
    try store.requireFile()
    switch source {
    case .form(let form): return try show(store, form)
    case .standardInput(let username):
      try AccountJSON.write(try Secrets.holding { try users(of: store, for: username) })
      return .success
    }
  }

  /// Shows the form, and then the list until the user leaves.
  @MainActor private func show(
    _ store: HtpasswdAccountStore, _ form: UsersForm
  ) throws -> ExitStatus {
    let loop = try EventLoop()
    let display = try Display(
      form.display, needsAnswers: true,
      instead: "Without one, use 'SignupTUI users --json --username NAME --password-stdin' "
        + "with the password on standard input.")
    let place = AccountPath.shortened(store.path)
    if display.presentation == .lines { return converse(store, place, loop, display) }
    let end = try Secrets.holding {
      let model = UsersViewModel(
        directory: .accounts(in: store, background: WorkerScheduler()),
        scheduler: LoopScheduler(loop: loop))
      let screen = UsersScreen(
        model, of: store, place: place, mask: form.mask, loop: loop)
      screen.form?.isRecorded = display.isRecorded
      // The list may be on the screen for long; the password that was accepted is forgotten.
      let forgetting = model.$state.filter { $0.value != nil }.sink { _ in screen.forgetSecrets() }
      defer { forgetting.cancel() }
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

  /// Asks question by question, and lists line by line.
  @MainActor private func converse(
    _ store: HtpasswdAccountStore, _ place: String, _ loop: EventLoop, _ display: Display
  ) -> ExitStatus {
    let dialogue = LineDialogue(loop: loop, settings: display.settings, asksForSecrets: true)
    defer { dialogue.close() }
    do throws(LineDialogue.Ending) {
      let users = try Secrets.holding { () throws(LineDialogue.Ending) -> [ListedAccount] in
        let model = UsersViewModel(
          directory: .accounts(in: store, background: WorkerScheduler()),
          scheduler: LoopScheduler(loop: loop))
        defer { model.forgetPassword() }
        try SignInDialogue(
          model: model, dialogue: dialogue, note: "to see the accounts in \(place)",
          isSignedIn: { model.isSignedIn }
        ).run()
        return model.state.value?.users ?? []
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
