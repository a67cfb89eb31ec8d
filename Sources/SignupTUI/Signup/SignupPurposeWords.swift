// The words that differ between the forms for an account and for a new password.
extension SignupPurpose {
  private func either(_ account: String, _ password: String) -> String {
    username == nil ? account : password
  }

  /// The title of the form.
  var title: String { username.map { "New password for \($0)" } ?? "Create an account" }

  /// The label of the button that submits the form.
  var button: String { either("Register", "Change") }

  /// The same in the middle of a sentence.
  var action: String { button.lowercased() }

  /// The message while the form is being submitted.
  var progress: String { either("Creating account", "Changing the password") }

  /// The question before the form is left while it is being submitted.
  var abandonQuestion: String {
    "Quit without waiting? The "
      + either("account may already exist.", "password may already be changed.")
  }

  /// The sentence printed when the form is completed.
  func outcome(_ name: String, path: String) -> String {
    either("Account \(name) created", "Password of \(name) changed") + " in \(path)."
  }

  /// The sentence printed when the form was left.
  var withoutOutcome: String { either("Nothing was created.", "Nothing was changed.") }

  /// The last change, for the line below a list.
  func noticeWhenDone(_ name: String) -> String {
    either(
      "Account \(name) created; use exactly this spelling to log in", "Password of \(name) changed")
  }
}
