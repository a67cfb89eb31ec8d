import Reactive

/// A question about a form's value, with the type of the part that it asks about hidden.
struct FieldQuestion<Value: Sendable, Answer: Sendable>: Sendable {
  let terms: CheckTerms
  /// The properties that it reads.
  let reads: [PartialKeyPath<Value> & Sendable]
  /// The part of a value that the question is about.
  let key: @Sendable (Value) -> CheckKey
  /// The question about a value.
  let question: @Sendable (Value) -> Inquiry<Answer>

  init<Part: Hashable & Sendable>(
    _ terms: CheckTerms, reads: [PartialKeyPath<Value> & Sendable],
    of part: @escaping @Sendable (Value) -> Part,
    question: @escaping @MainActor @Sendable (Part) -> AnyPublisher<Answer, any Error>
  ) {
    (self.terms, self.reads) = (terms, reads)
    key = { CheckKey(value: part($0)) }
    self.question = { value in { question(part(value)) } }
  }
}

/// An asynchronous rule of a field.
typealias FieldCheck<Value: Sendable> = FieldQuestion<Value, [ValidationIssue]>
/// The loading of a choice's options.
typealias OptionLoad<Value: Sendable> = FieldQuestion<Value, [FieldOption]>
