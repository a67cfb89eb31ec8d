/// Signing in as two questions.
@MainActor struct SignInDialogue {
  let model: any SigningIn
  let dialogue: LineDialogue
  /// The purpose of the sign-in, for the user.
  let note: String
  /// Returns true if the user has signed in.
  let isSignedIn: () -> Bool

  /// Asks until a user has signed in.
  func run() throws(LineDialogue.Ending) {
    try dialogue.say("Sign in \(note).")
    try dialogue.say("Ctrl-C or Ctrl-D quits.")
    while true {
      try askForWhatIsMissing()
      try dialogue.say("Signing in.")
      try dialogue.wait { _ in !model.isLoading }
      if isSignedIn() { return }
      try dialogue.say(model.message ?? "There was no response.")
      // A password that was not refused is kept: the store may respond the next time.
      if !model.password.isEmpty { _ = try dialogue.ask("Press Enter to try again:") }
    }
  }

  /// Asks for the name and the password, unless both are still there.
  private func askForWhatIsMissing() throws(LineDialogue.Ending) {
    var needsTyping = model.password.isEmpty
    while true {
      if needsTyping {
        model.username = try dialogue.ask("Username:")
        model.password = try dialogue.ask("Password (not shown while typed):", isSecret: true)
      }
      guard let missing = model.signIn() else { return }
      needsTyping = true
      try dialogue.say(missing == .username ? "Type your username." : "Type your password.")
    }
  }
}
