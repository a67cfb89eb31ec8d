import Reactive

extension ValidationRule where Value: ExpressibleByNilLiteral {
  /// A choice that has been made, a number that has been typed.
  ///
  ///     let rule: ValidationRule<Int?> = .required
  ///     rule.evaluate(nil) == .notYet(ValidationIssue(.required))  // true
  public static var required: ValidationRule { given(ValidationIssue(.required)) }
}

extension ValidationRule {
  /// Kept separate, so that its closure does not depend on `Value`'s conformances.
  fileprivate static func given(_ issue: ValidationIssue) -> ValidationRule {
    ValidationRule(issue) { value in (value as? any Missing)?.isMissing != true }
  }
}

extension ValidationRule where Value == Bool {
  /// A switch that is on, as for terms that the user must agree to.
  public static var accepted: ValidationRule {
    ValidationRule(ValidationIssue(.notAccepted)) { $0 }
  }
}

extension ValidationRule {
  /// Rows with distinct values in a field, which shows the issue and gets the focus.
  ///
  ///     .list("phones", \.phones, of: Phone(), 1...4, fields, rules: .distinct(by: \.number))
  ///
  /// Empty texts do not count.
  public static func distinct<Element, Key: Hashable & Sendable>(
    by field: KeyPath<Element, Key> & Sendable
  ) -> ValidationRule where Value == [Element] {
    // Typing on can make it another text.
    distinct(isFinal: false) { filled($0[keyPath: field]) }.shown(at: field)
  }

  /// Elements that differ in a property; the issue has the `position` of the repetition and the
  /// position of the `first` element that it repeats, counted from 1. Empty texts do not count.
  ///
  ///     ValidationRule<[Phone]>.distinct { $0.number }
  public static func distinct<Element, Key: Hashable & SendableMetatype>(
    by key: @escaping @Sendable (Element) -> Key
  ) -> ValidationRule where Value == [Element] { distinct(isFinal: true) { filled(key($0)) } }

  /// The key of an element, unless it is an empty text.
  private static func filled<Key>(_ key: Key) -> Key? {
    (key as? String)?.isEmpty == true ? nil : key
  }

  /// - Parameter key: Returns the key of an element; nil if it repeats nothing.
  static func distinct<Element, Key: Hashable & SendableMetatype>(
    isFinal: Bool, by key: @escaping @Sendable (Element) -> Key?
  ) -> ValidationRule where Value == [Element] {
    ValidationRule(ValidationIssue(.repeated)) { elements in
      var indices: [Key: Int] = [:]
      for (index, element) in elements.enumerated() {
        guard let key = key(element) else { continue }
        if let first = indices[key] {
          let issue = ValidationIssue(
            .repeated, ["position": .integer(index + 1), "first": .integer(first + 1)])
          return isFinal ? .failed(issue) : .notYet(issue)
        }
        indices[key] = index
      }
      return .met
    }
  }
}

/// A protocol that only `Optional` conforms to, with any type inside.
private protocol Missing { var isMissing: Bool { get } }

extension Optional: Missing {
  fileprivate var isMissing: Bool { if case .none = self { true } else { false } }
}
