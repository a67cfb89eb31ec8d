extension ValidationRule where Value: ExpressibleByNilLiteral {
  /// A choice that has been made, a number that has been typed.
  ///
  ///     let rule: ValidationRule<Int?> = .required
  ///     rule.evaluate(nil) == .notYet(ValidationIssue(.required))  // true
  public static var required: ValidationRule {
    given(ValidationIssue(.required))
  }
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
    ValidationRule(ValidationIssue(.required)) { $0 }
  }
}

extension ValidationRule {
  /// Elements of which no two are alike in one respect; the issue has the `position` of the first
  /// that repeats another, counted from 1. Empty texts repeat nothing.
  ///
  ///     ValidationRule<[Phone]>.distinct { $0.number }
  public static func distinct<Element, Key: Hashable & SendableMetatype>(
    by key: @escaping @Sendable (Element) -> Key
  ) -> ValidationRule where Value == [Element] {
    ValidationRule(ValidationIssue(.repeated)) { elements in
      var seen: Set<Key> = []
      let repeated = elements.firstIndex { element in
        let key = key(element)
        return (key as? String)?.isEmpty != true && !seen.insert(key).inserted
      }
      guard let index = repeated else { return .met }
      return .failed(ValidationIssue(.repeated, ["position": .integer(index + 1)]))
    }
  }
}

/// A protocol of `Optional` alone, with any type inside.
private protocol Missing {
  var isMissing: Bool { get }
}

extension Optional: Missing {
  fileprivate var isMissing: Bool {
    if case .none = self { true } else { false }
  }
}
