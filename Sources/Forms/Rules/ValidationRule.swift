/// One requirement for a value, and a measure of how close the value is to meeting it.
///
///     let rule = ValidationRule<String>.minimumLength(8)
///     rule.evaluate("secret") == .notYet(ValidationIssue(.tooShort, ["minimum": 8]))  // true
///     rule.evaluate("secrets!")  // .met
///
/// A rule distinguishes “not yet” from “failed”, because a form should report a problem only if
/// further typing cannot correct it.
public struct ValidationRule<Value>: Sendable {
  /// The rule's requirement, for a checklist shown before any typing.
  ///
  /// Has the same kind as the issue, with the parameters that do not depend on the value.
  public let requirement: ValidationIssue
  /// Returns the state of a value under the rule.
  public let evaluate: @Sendable (Value) -> ValidationState
  /// The issue that the rule shares with the others of its group; nil when it has its own.
  package private(set) var group: ValidationIssue.Code?
  /// True if a checklist has a line for the rule.
  package private(set) var isListed = true
  /// True if the rule only warns: its issue is shown, and does not make the value invalid.
  package private(set) var isWarning = false
  /// The field of a row at which a rule for all rows shows its issue; nil for the list itself.
  private(set) var rowField: (AnyKeyPath & Sendable)?

  /// Makes a rule whose issues may have parameters that its requirement lacks, such as a position.
  public init(
    _ requirement: ValidationIssue, evaluate: @escaping @Sendable (Value) -> ValidationState
  ) { (self.requirement, self.evaluate) = (requirement, evaluate) }

  /// Makes a rule from a condition that further typing can satisfy.
  public init(_ requirement: ValidationIssue, isMet: @escaping @Sendable (Value) -> Bool) {
    self.init(requirement) { isMet($0) ? .met : .notYet(requirement) }
  }

  /// This rule in a group: each rule has a line in a checklist, but they share one issue.
  ///
  /// The group's issue lists the codes of its rules that are not met as `missing`. It is reported
  /// at the position of the first of them.
  package func grouped(as group: ValidationIssue.Code) -> ValidationRule {
    with { $0.group = group }
  }

  /// This rule without a line in a checklist, for requirements that hardly any input breaks.
  package func unlisted() -> ValidationRule { with { $0.isListed = false } }

  /// This rule as a warning, which is shown and blocks nothing.
  ///
  ///     ValidationRule.maximumLength(60).asWarning()
  public func asWarning() -> ValidationRule { with { $0.isWarning = true } }

  /// This rule with its own message, for use if no message of the form fits.
  ///
  ///     ValidationRule<Bool>.accepted.saying("Accept the terms of the conference")
  public func saying(_ sentence: String) -> ValidationRule {
    changed(saying: sentence) { [evaluate] value in
      evaluate(value).changed { $0.saying(sentence) }
    }
    .with { $0.group = nil }
  }

  /// This rule for all rows of a list, with its issue at a field of the row that it names by the
  /// parameter `position`.
  func shown(at field: AnyKeyPath & Sendable) -> ValidationRule { with { $0.rowField = field } }

  /// This rule, only for values that meet a condition; all others meet the rule.
  public func when(_ condition: @escaping @Sendable (Value) -> Bool) -> ValidationRule {
    self.of({ $0 }, when: condition)
  }

  /// This rule for a part of a larger value, such as one field of a form.
  ///
  ///     ValidationRule.minimumLength(3).of(\SignupInput.username)
  public func of<Whole>(_ part: any KeyPath<Whole, Value> & Sendable) -> ValidationRule<Whole> {
    self.of { $0[keyPath: part] }
  }

  /// This rule for a value derived from a larger one, such as a trimmed text.
  public func of<Whole>(_ part: @escaping @Sendable (Whole) -> Value) -> ValidationRule<Whole> {
    self.of(part, when: nil)
  }

  private func of<Whole>(
    _ part: @escaping @Sendable (Whole) -> Value, when condition: (@Sendable (Whole) -> Bool)?
  ) -> ValidationRule<Whole> {
    changed { [evaluate] whole in
      if let condition, !condition(whole) { return .met }
      return evaluate(part(whole))
    }
  }

  private func with(_ change: (inout ValidationRule) -> Void) -> ValidationRule {
    var rule = self
    change(&rule)
    return rule
  }

  /// This rule with another evaluation, and its own message if it has one.
  func changed<Whole>(
    saying sentence: String? = nil, evaluate: @escaping @Sendable (Whole) -> ValidationState
  ) -> ValidationRule<Whole> {
    var rule = ValidationRule<Whole>(
      sentence.map(requirement.saying) ?? requirement, evaluate: evaluate)
    rule.group = group
    rule.isListed = isListed
    rule.isWarning = isWarning
    rule.rowField = rowField
    return rule
  }

  /// The part of a rule that is kept after its evaluation.
  func entry(state: ValidationState) -> ValidationStates.Entry {
    ValidationStates.Entry(
      item: ChecklistItem(requirement: requirement, state: state), isListed: isListed,
      isWarning: isWarning, group: group)
  }
}
