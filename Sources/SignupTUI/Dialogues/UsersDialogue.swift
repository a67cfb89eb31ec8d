import TerminalKit
import ViewModels

/// Signing in as two questions, and then the users, a line each.
@MainActor struct UsersDialogue {
  let model: UsersViewModel
  let dialogue: LineDialogue
  /// Where the accounts are, for the user to know.
  let place: String

  /// Asks until a user has signed in, and returns the users.
  func signIn() throws(LineDialogue.Ending) -> [ListedAccount] {
    try dialogue.say("Sign in to see the accounts in \(place).")
    try dialogue.say("Ctrl-C or Ctrl-D leaves.")
    while true {
      try askForWhatIsMissing()
      try dialogue.say("Signing in.")
      try dialogue.wait { _ in !model.isLoading }
      if let list = model.state.value { return list.users }
      try dialogue.say(model.message ?? "There was no answer.")
      // A password that was not refused is still there: the store may answer the next time.
      if !model.password.isEmpty { _ = try dialogue.ask("Press Enter to try again:") }
    }
  }

  /// Asks for the name and the password, or for nothing where both are still there.
  private func askForWhatIsMissing() throws(LineDialogue.Ending) {
    var isAnew = model.password.isEmpty
    while true {
      if isAnew {
        model.username = try dialogue.ask("Username:")
        model.password = try dialogue.ask("Password (not shown while typed):", isSecret: true)
      }
      guard let missing = model.signIn() else { return }
      isAnew = true
      try dialogue.say(missing == .username ? "Type your name." : "Type your password.")
    }
  }

  /// Lists accounts, a line each.
  static func say(
    _ users: [ListedAccount], in dialogue: LineDialogue
  ) throws(LineDialogue.Ending) {
    try dialogue.say("\(FigureText.count(users.count, "account", "accounts")):")
    for user in users { try dialogue.say(user.line) }
  }
}
