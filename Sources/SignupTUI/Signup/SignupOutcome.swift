import ViewModels

/// The outcome of a sign-up or of a new password, for the line that stays when the form has gone.
enum SignupOutcome: Equatable {
  case created(username: String)
  case nothing
  case changed(username: String)
  case unchanged

  func sentence(path: String) -> String {
    switch self {
    case .created(let name): "Account \(name) created in \(path)."
    case .nothing: "Nothing was created."
    case .changed(let name): "Password of \(name) changed in \(path)."
    case .unchanged: "Nothing was changed."
    }
  }
}
