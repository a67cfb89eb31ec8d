/// The purpose of a form with a password: a new account, or a new password for an existing one.
///
///     let model = SignupViewModel(purpose: .newPassword(of: "annika"), store: store)
///     let username = model.username  // "annika", whatever the rules for new names say
///
/// The form of a new password has no field for the name; only the password's rules read it, as the
/// password must not be derived from it.
public enum SignupPurpose: Hashable, Sendable {
  /// To make an account; its name is typed.
  case newAccount
  /// To give an account a new password; the name is the one in the store.
  case newPassword(of: String)

  /// The fields to be filled in, in the order of the screen.
  public var fields: [SignupField] {
    switch self {
    case .newAccount: SignupField.allCases
    case .newPassword: [.password, .confirmation]
    }
  }

  /// The name that is given; nil if it is typed.
  public var username: String? {
    switch self {
    case .newAccount: nil
    case .newPassword(let name): name
    }
  }
}
