/// Rules in the order in which their issues matter.
///
///     let rules: ValidationRules<String> = [.minimumLength(3), .maximumLength(20)]
///     rules.firstIssue("ab")  // tooShort, minimum 3
///
/// The order is the one in which the rules were declared, always.
public struct ValidationRules<Value>: Sendable, ExpressibleByArrayLiteral {
  /// The rules, the most important first.
  public var rules: [ValidationRule<Value>]

  /// Makes a list of rules.
  public init(_ rules: [ValidationRule<Value>]) {
    self.rules = rules
  }

  /// Makes a list of rules.
  public init(arrayLiteral elements: ValidationRule<Value>...) {
    rules = elements
  }

  /// The issue of the first rule that the value does not meet; later rules are not evaluated.
  public func firstIssue(_ value: Value) -> ValidationIssue? {
    for rule in rules {
      if let issue = rule.evaluate(value).issue { return issue }
    }
    return nil
  }

  /// The issues of all rules that the value does not meet.
  public func issues(_ value: Value) -> [ValidationIssue] {
    rules.compactMap { $0.evaluate(value).issue }
  }

  /// The first issue that more typing cannot put right.
  ///
  /// The one to show while a field is still being filled in for the first time.
  public func firstFailure(_ value: Value) -> ValidationIssue? {
    for rule in rules {
      if case .failed(let issue) = rule.evaluate(value) { return issue }
    }
    return nil
  }

  /// Every rule with how the value stands to it, for a live checklist.
  public func checklist(_ value: Value) -> [ChecklistItem] {
    rules.map { ChecklistItem(requirement: $0.requirement, standing: $0.evaluate(value)) }
  }
}

/// One line of a checklist: a requirement and how a value stands to it.
public struct ChecklistItem: Hashable, Sendable {
  /// The requirement, as an issue whose text says what is wanted.
  public var requirement: ValidationIssue
  /// Whether it is met, not yet, or failed.
  public var standing: RuleStanding

  /// Makes a line.
  public init(requirement: ValidationIssue, standing: RuleStanding) {
    self.requirement = requirement
    self.standing = standing
  }
}
