import Reactive

/// An asynchronous rule of a field, with the type of what it is asked about hidden.
struct FieldCheck<Value: Sendable>: Sendable {
  let terms: CheckTerms
  /// The properties that it reads.
  let reads: [PartialKeyPath<Value> & Sendable]
  /// What it is asked about.
  let key: @Sendable (Value) -> CheckKey
  /// The question about a value.
  let question: @Sendable (Value) -> CheckQuestion

  init<Part: Hashable & Sendable>(
    _ rule: AsyncValidationRule<Part>, reads: [PartialKeyPath<Value> & Sendable],
    of part: @escaping @Sendable (Value) -> Part
  ) {
    terms = CheckTerms(
      debounce: rule.debounce, timeout: rule.timeout, isAskedOnLeaving: rule.trigger == .leaving,
      isSettledBySubmission: rule.isSettledBySubmission)
    self.reads = reads
    key = { CheckKey(value: part($0)) }
    question = { value in { [question = rule.question] in question(part(value)) } }
  }
}

/// A question that can be asked.
package typealias CheckQuestion =
  @MainActor @Sendable () -> AnyPublisher<[ValidationIssue], any Error>

/// When an asynchronous rule is asked.
struct CheckTerms: Hashable, Sendable {
  var debounce: Duration
  var timeout: Duration
  var isAskedOnLeaving: Bool
  var isSettledBySubmission: Bool
}

/// What a question is about, to know when it is another one.
package struct CheckKey: Equatable, Sendable {
  let value: any Hashable & Sendable

  package static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }
}
