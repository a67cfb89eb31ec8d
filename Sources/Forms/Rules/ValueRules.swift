import Reactive

extension ValidationRule where Value: ExpressibleByNilLiteral {
  /// A choice that has been made, a number that has been typed.
  ///
  ///     let rule: ValidationRule<Int?> = .required
  ///     rule.evaluate(nil) == .notYet(ValidationIssue(.required))  // true
  public static var required: ValidationRule { given(ValidationIssue(.required)) }
}

extension ValidationRule {
  /// Kept apart, so that its closure knows nothing of `Value`'s conformances.
  fileprivate static func given(_ issue: ValidationIssue) -> ValidationRule {
    ValidationRule(issue) { value in (value as? any Missing)?.isMissing != true }
  }
}

extension ValidationRule where Value == Bool {
  /// A switch that is on, as for terms that have to be agreed to.
  public static var accepted: ValidationRule {
    ValidationRule(ValidationIssue(.notAccepted)) { $0 }
  }
}

extension ValidationRule {
  /// Rows of which no two have the same in a field, which shows the issue and gets the focus.
  ///
  ///     .list("phones", \.phones, of: Phone(), 1...4, fields, rules: .distinct(by: \.number))
  ///
  /// Empty texts repeat nothing.
  public static func distinct<Element, Key: Hashable & Sendable>(
    by field: KeyPath<Element, Key> & Sendable
  ) -> ValidationRule where Value == [Element] {
    // Typing on can make it another text.
    distinct(isFinal: false) { filled($0[keyPath: field]) }.shown(at: field)
  }

  /// Elements of which no two are alike in one respect; the issue has the `position` of the `first`
  /// that another repeats, and of that other, counted from 1. Empty texts repeat nothing.
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

/// A protocol of `Optional` alone, with any type inside.
private protocol Missing { var isMissing: Bool { get } }

extension Optional: Missing {
  fileprivate var isMissing: Bool { if case .none = self { true } else { false } }
}
