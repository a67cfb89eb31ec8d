import Reactive
import ReactiveExtras

/// A rule that takes a while: a check that a name is free, that a code exists.
///
///     AsyncValidationRule(on: DispatchQueue.global()) { name in
///       try store.contains(name) ? [ValidationIssue("taken")] : []
///     }
///
/// It is asked once the field's other rules are met, and only about values that have not been
/// answered yet. From the key that changes the value to the answer the field counts as validating,
/// the debounce included. The answer to an older value is dropped. A question that fails, ends
/// without an answer, or takes longer than `timeout` leaves the value unchecked: the form reports
/// that, and can be submitted.
public struct AsyncValidationRule<Value: Hashable & Sendable>: Sendable {
  /// The event that makes a form ask.
  public enum Trigger: Hashable, Sendable {
    /// The value has changed and has rested for the debounce.
    case typing
    /// The field was left, or the form submitted: for questions that are expensive.
    case leaving
  }

  /// A question about a value. The first output is the answer: the issues, none if all is well.
  public typealias Question =
    @MainActor @Sendable (Value) -> AnyPublisher<[ValidationIssue], any Error>

  /// The time that the value has to rest before the question is asked.
  package let debounce: Duration
  /// The maximum time to wait for an answer.
  let timeout: Duration
  /// The event that makes the form ask.
  let trigger: Trigger
  /// True if a submission makes the check itself, so that it need not wait for the response.
  let isSettledBySubmission: Bool
  let question: Question

  /// Makes a rule from a publisher.
  ///
  /// - Parameters:
  ///   - debounce: The time that the value has to rest before the question is asked.
  ///   - timeout: The maximum time to wait for an answer.
  ///   - trigger: The event that makes the form ask.
  ///   - isSettledBySubmission: True if a submission need not wait for the answer.
  ///   - question: Asks; it is cancelled when the value changes.
  public init(
    debounce: Duration = .milliseconds(300), timeout: Duration = .seconds(30),
    trigger: Trigger = .typing, isSettledBySubmission: Bool = false, question: @escaping Question
  ) {
    (self.debounce, self.timeout, self.trigger) = (debounce, timeout, trigger)
    (self.isSettledBySubmission, self.question) = (isSettledBySubmission, question)
  }

  /// Makes a rule from a function that blocks, such as one that reads a file.
  ///
  /// - Parameters:
  ///   - background: The scheduler that runs the function.
  ///   - debounce: The time without changes before the question is asked.
  ///   - timeout: The maximum time to wait for a response.
  ///   - trigger: The event that makes the form ask.
  ///   - isSettledBySubmission: True if a submission need not wait for the response.
  ///   - check: Returns the issues of a value.
  public init<Background: Scheduler & Sendable>(
    on background: Background,
    debounce: Duration = .milliseconds(300), timeout: Duration = .seconds(30),
    trigger: Trigger = .typing, isSettledBySubmission: Bool = false,
    check: @escaping @Sendable (Value) throws -> [ValidationIssue]
  ) {
    self.init(
      debounce: debounce, timeout: timeout, trigger: trigger,
      isSettledBySubmission: isSettledBySubmission
    ) { value in BackgroundWork.publisher(on: background) { try check(value) } }
  }

  /// Makes a rule from an asynchronous function. Its task is cancelled when the value changes.
  ///
  /// - Parameters:
  ///   - debounce: The time that the value has to rest before the question is asked.
  ///   - timeout: The maximum time to wait for an answer.
  ///   - trigger: The event that makes the form ask.
  ///   - isSettledBySubmission: True if a submission need not wait for the answer.
  ///   - check: Returns the issues of a value.
  public init(
    debounce: Duration = .milliseconds(300), timeout: Duration = .seconds(30),
    trigger: Trigger = .typing, isSettledBySubmission: Bool = false,
    check: @escaping @Sendable (Value) async throws -> [ValidationIssue]
  ) {
    self.init(
      debounce: debounce, timeout: timeout, trigger: trigger,
      isSettledBySubmission: isSettledBySubmission
    ) { value in BackgroundWork.publisher { try await check(value) } }
  }
}
