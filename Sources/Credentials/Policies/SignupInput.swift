/// The contents of the three fields of a sign-up form.
///
/// A verdict depends on a single snapshot, so that it can never mix the length of an older password
/// with the strength of a newer one.
public typealias SignupInput = SignupFields<String>

extension SignupFields<String> {
  /// Takes the texts of some fields; the others are empty.
  public init(username: String = "", password: String = "", confirmation: String = "") {
    (self.username, self.password, self.confirmation) = (username, password, confirmation)
  }
}

extension SignupFields: CustomStringConvertible, CustomReflectable where Value == String {
  /// The name only: a password must not be logged.
  public var description: String {
    "SignupInput(username: \(username), password: <secret>, confirmation: <secret>)"
  }

  /// The name only, for `dump` and debuggers too.
  public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
