/// What is in the three fields of a sign-up form at one moment.
///
/// A verdict is made of one such snapshot and nothing else, so that it can never mix the length of
/// an older password with the strength of a newer one.
public struct SignupInput: Hashable, Sendable {
  /// The user name, as typed.
  public var username: String
  /// The password.
  public var password: String
  /// The password, typed for the second time.
  public var confirmation: String

  /// Takes the texts of the three fields.
  public init(username: String = "", password: String = "", confirmation: String = "") {
    self.username = username
    self.password = password
    self.confirmation = confirmation
  }
}

extension SignupInput: CustomStringConvertible, CustomReflectable {
  /// The name only: a password has no place in a log.
  public var description: String {
    "SignupInput(username: \(username), password: <secret>, confirmation: <secret>)"
  }

  /// The name only, for `dump` and debuggers too.
  public var customMirror: Mirror {
    Mirror(self, children: ["username": username])
  }
}

/// A field of the sign-up form, in the order in which they stand on the screen.
public enum SignupField: Int, Hashable, Sendable, CaseIterable {
  /// The user name.
  case username
  /// The password.
  case password
  /// The repeated password.
  case confirmation
}
