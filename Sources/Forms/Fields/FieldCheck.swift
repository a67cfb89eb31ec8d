import Reactive

/// An asynchronous rule of a field, with the type of the property it asks about hidden.
struct FieldCheck<Value: Sendable>: Sendable {
  let terms: CheckTerms
  /// The properties that it reads.
  let reads: [PartialKeyPath<Value> & Sendable]
  /// The part of a value that the question is about.
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

/// The conditions for asking an asynchronous rule.
struct CheckTerms: Hashable, Sendable {
  var debounce: Duration
  var timeout: Duration
  var isAskedOnLeaving: Bool
  var isSettledBySubmission: Bool
}

/// The subject of a question, to recognise when it is another one.
package struct CheckKey: Equatable, Sendable {
  let value: any Hashable & Sendable

  package static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }
}
