extension ValidationRule where Value: Comparable & Sendable {
  /// A value from one limit to another, both included.
  public static func range(_ range: ClosedRange<Value>) -> ValidationRule {
    limits(range.lowerBound, range.upperBound)
  }

  /// A value of at least a limit.
  public static func range(_ range: PartialRangeFrom<Value>) -> ValidationRule {
    limits(range.lowerBound, nil)
  }

  /// A value of at most a limit.
  public static func range(_ range: PartialRangeThrough<Value>) -> ValidationRule {
    limits(nil, range.upperBound)
  }

  /// A value between two limits; either may be missing.
  static func limits(_ least: Value?, _ most: Value?) -> ValidationRule {
    let code: ValidationIssue.Code =
      most == nil ? .tooSmall : least == nil ? .tooLarge : .outOfRange
    var issue = ValidationIssue(code)
    issue.parameters["minimum"] = least.map(parameter)
    issue.parameters["maximum"] = most.map(parameter)
    return ValidationRule(issue) { value in
      least.map { value >= $0 } != false && most.map { value <= $0 } != false
    }
  }
}

extension Array {
  /// The rule of a value between two limits; none without a limit, or if the greatest is below the
  /// least.
  static func limits<Value: Comparable & Sendable>(_ least: Value?, _ most: Value?) -> Self
  where Element == ValidationRule<Value> {
    if let least, let most, least > most { return [] }
    return least == nil && most == nil ? [] : [.limits(least, most)]
  }
}

extension ValidationRule {
  /// A limit as a message names it.
  fileprivate static func parameter(_ limit: Value) -> ValidationIssue.Parameter {
    let number = limit as? DecimalNumber ?? (limit as? Double).flatMap { DecimalNumber($0) }
    return number.map { .decimal($0) } ?? .text("\(limit)")
  }

  /// This rule for an optional value; nil meets it.
  ///
  ///     let rule = ValidationRule<Int>.range(18...).ifGiven()
  ///     rule.evaluate(nil)  // .met
  package func ifGiven() -> ValidationRule<Value?> {
    changed { [evaluate] in $0.map(evaluate) ?? .met }
  }
}

extension ValidationRule {
  /// A value from one limit to another, both included; a missing one meets the rule.
  public static func range<Bound: Comparable & Sendable>(
    _ range: ClosedRange<Bound>
  ) -> ValidationRule where Value == Bound? {
    ValidationRule<Bound>.range(range).ifGiven()
  }

  /// A value of at least a limit; a missing one meets the rule.
  ///
  ///     .text("age", \.age, as: .integer, .required, .range(18...))
  public static func range<Bound: Comparable & Sendable>(
    _ range: PartialRangeFrom<Bound>
  ) -> ValidationRule where Value == Bound? {
    ValidationRule<Bound>.range(range).ifGiven()
  }

  /// A value of at most a limit; a missing one meets the rule.
  public static func range<Bound: Comparable & Sendable>(
    _ range: PartialRangeThrough<Bound>
  ) -> ValidationRule where Value == Bound? {
    ValidationRule<Bound>.range(range).ifGiven()
  }
}
