/// Rules, most important issues first.
///
///     let rules: ValidationRules<String> = [.minimumLength(3), .maximumLength(20)]
///     rules.firstIssue("ab")!.code.rawValue  // "tooShort"
///
/// Rules are always evaluated in the order of their declaration.
public struct ValidationRules<Value>: Sendable, ExpressibleByArrayLiteral {
  /// The rules, the most important first.
  public var rules: [ValidationRule<Value>]

  /// Makes a list of rules.
  public init(_ rules: [ValidationRule<Value>]) { self.rules = rules }

  /// Makes a list of rules.
  public init(arrayLiteral elements: ValidationRule<Value>...) { rules = elements }

  /// Returns the state of a value under each rule. Evaluates each of them once.
  package func states(of value: Value) -> ValidationStates {
    var entries: [ValidationStates.Entry] = []
    entries.reserveCapacity(rules.count)
    for rule in rules { entries.append(rule.entry(state: rule.evaluate(value))) }
    return ValidationStates(entries: entries)
  }

  /// The issue of the first rule that the value does not meet.
  public func firstIssue(_ value: Value) -> ValidationIssue? { states(of: value).firstIssue }
}
