import ViewModels

/// What became of a sign-up, for the line that stays when the form has gone.
enum SignupOutcome: Equatable {
  case created(username: String)
  case nothing

  func sentence(path: String) -> String {
    switch self {
    case .created(let name): "Account \(name) created in \(path)."
    case .nothing: "Nothing was created."
    }
  }
}
