import ViewModels

// The words in which the forms for an account and for another password differ.
extension SignupPurpose {
  /// The title of the form.
  var title: String {
    switch self {
    case .newAccount: "Create an account"
    case .newPassword(let name): "New password of \(name)"
    }
  }

  /// The label of the button that submits the form.
  var button: String {
    switch self {
    case .newAccount: "Register"
    case .newPassword: "Change"
    }
  }

  /// The same in the middle of a sentence.
  var action: String { button.lowercased() }

  /// The message while the form is being submitted.
  var progress: String {
    switch self {
    case .newAccount: "Creating account"
    case .newPassword: "Changing the password"
    }
  }

  /// The question before the form is left while it is being submitted.
  var abandonQuestion: String {
    switch self {
    case .newAccount: "Quit before the answer comes? The account may exist already."
    case .newPassword: "Quit before the answer comes? The password may be changed already."
    }
  }

  /// The outcome if the form is done.
  func outcome(_ username: String) -> SignupOutcome {
    switch self {
    case .newAccount: .created(username: username)
    case .newPassword: .changed(username: username)
    }
  }

  /// The outcome if the form is left.
  var withoutOutcome: SignupOutcome {
    switch self {
    case .newAccount: .nothing
    case .newPassword: .unchanged
    }
  }
}
