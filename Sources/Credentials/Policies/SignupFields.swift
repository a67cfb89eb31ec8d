import Forms

/// A field of the sign-up form, in the order of the screen.
public enum SignupField: Int, Hashable, Sendable, CaseIterable {
  /// The user name.
  case username
  /// The password.
  case password
  /// The repeated password.
  case confirmation

  /// The field's name in the form.
  package var name: String {
    switch self {
    case .username: "username"
    case .password: "password"
    case .confirmation: "confirmation"
    }
  }

  /// The field's ID in the form, whose fields have the order of the cases.
  package var id: FieldID { FieldID(steps: [rawValue]) }
}

/// One value for each field of a sign-up form: its text, its verdict, its editor.
///
///     var counts = SignupFields(repeating: 0)
///     counts[.password] += 1
///     counts.password  // 1
public struct SignupFields<Value> {
  /// The value of the user name's field.
  public var username: Value
  /// The value of the password's field.
  public var password: Value
  /// The value of the repeated password's field.
  public var confirmation: Value

  /// Takes a value for each field.
  public init(username: Value, password: Value, confirmation: Value) {
    (self.username, self.password, self.confirmation) = (username, password, confirmation)
  }

  /// Gives each field the same value.
  package init(repeating value: Value) {
    self.init(username: value, password: value, confirmation: value)
  }

  /// Makes a value for each field, in the order of the screen.
  package init(_ value: (SignupField) -> Value) {
    self.init(
      username: value(.username), password: value(.password), confirmation: value(.confirmation))
  }

  /// The value of a field.
  public subscript(field: SignupField) -> Value {
    get {
      switch field {
      case .username: username
      case .password: password
      case .confirmation: confirmation
      }
    }
    set {
      switch field {
      case .username: username = newValue
      case .password: password = newValue
      case .confirmation: confirmation = newValue
      }
    }
  }
}

extension SignupFields: Sendable where Value: Sendable {}
extension SignupFields: Equatable where Value: Equatable {}
extension SignupFields: Hashable where Value: Hashable {}
