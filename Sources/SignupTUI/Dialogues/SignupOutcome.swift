import ViewModels

/// What became of a sign-up, for the one line that stays when the form has gone.
enum SignupOutcome: Equatable {
  case created(username: String)
  case nothing
  /// The form was left while the account was being made: nobody can say whether it exists.
  case unknown(username: String)

  /// What became of a form that was left as it stands.
  @MainActor init(left model: SignupViewModel) {
    self =
      model.submission.isUnderWay ? .unknown(username: model.verdict.canonicalUsername) : .nothing
  }

  func sentence(path: String) -> String {
    switch self {
    case .created(let name): "Account \(name) created in \(path)."
    case .nothing: "Nothing was created."
    case .unknown(let name):
      "Left before the answer came: \(name) may have been created in \(path)."
    }
  }
}
