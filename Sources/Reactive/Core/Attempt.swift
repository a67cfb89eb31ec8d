/// An operator's closure, called in the same way whether it may throw or not. An error is a result
/// here, not a jump, so `first(where:)` and `tryFirst(where:)` are one rule over two kinds of
/// closure. Specialised, the kind that cannot throw costs no more than the bare closure.
@usableFromInline protocol Attempt<Input, Output> {
  associatedtype Input
  associatedtype Output
  /// The upstream's kind of error.
  associatedtype InputFailure: Error
  /// The stream's kind of error: the upstream's, or any if the closure may throw.
  associatedtype Failure: Error

  func callAsFunction(_ input: Input) -> Result<Output, Failure>
  /// Makes the stream's error of the upstream's.
  func widen(_ failure: InputFailure) -> Failure
  /// The operator's name with such a closure.
  static func name(_ operation: String) -> String
}

extension Attempt {
  /// Returns the step that the closure decides on for a value; a failure if it throws.
  @inlinable @inline(__always) func step<Outcome: FailableStep>(
    _ input: Input, _ decide: (Output) -> Outcome
  ) -> Outcome where Outcome.Failure == Failure {
    switch self(input) {
    case .success(let output): decide(output)
    case .failure(let error): .fail(error)
    }
  }
}

/// The fate of a value; the stream may also fail.
@usableFromInline package protocol FailableStep {
  associatedtype Failure: Error
  static func fail(_ error: Failure) -> Self
}

/// A closure that cannot throw.
@usableFromInline protocol TotalAttempt: Attempt where InputFailure == Failure {}

extension TotalAttempt {
  @inlinable func widen(_ failure: Failure) -> Failure { failure }
  @inlinable static func name(_ operation: String) -> String { operation }
}

/// A closure that may throw.
@usableFromInline protocol ThrowingAttempt: Attempt where Failure == any Error {}

extension ThrowingAttempt {
  @inlinable func widen(_ failure: InputFailure) -> any Error { failure }
  @inlinable static func name(_ operation: String) -> String { "Try" + operation }
}

@usableFromInline struct Total<Input, Output, Failure: Error>: TotalAttempt {
  @usableFromInline let body: (Input) -> Output
  @inlinable init(_ body: @escaping (Input) -> Output) { self.body = body }
  @inlinable
  func callAsFunction(_ input: Input) -> Result<Output, Failure> { .success(body(input)) }
}

@usableFromInline struct Throwing<Input, Output, InputFailure: Error>: ThrowingAttempt {
  @usableFromInline let body: (Input) throws -> Output
  @inlinable init(_ body: @escaping (Input) throws -> Output) { self.body = body }
  @inlinable func callAsFunction(_ input: Input) -> Result<Output, any Error> {
    do { return .success(try body(input)) } catch { return .failure(error) }
  }
}

// A closure of two arguments is a separate kind: pairing the arguments would take another closure,
// and so another call for each value.

@usableFromInline struct TotalPair<A, B, Output, Failure: Error>: TotalAttempt {
  @usableFromInline let body: (A, B) -> Output
  @inlinable init(_ body: @escaping (A, B) -> Output) { self.body = body }
  @inlinable func callAsFunction(_ input: (A, B)) -> Result<Output, Failure> {
    .success(body(input.0, input.1))
  }
}

@usableFromInline struct ThrowingPair<A, B, Output, InputFailure: Error>: ThrowingAttempt {
  @usableFromInline let body: (A, B) throws -> Output
  @inlinable init(_ body: @escaping (A, B) throws -> Output) { self.body = body }
  @inlinable func callAsFunction(_ input: (A, B)) -> Result<Output, any Error> {
    do { return .success(try body(input.0, input.1)) } catch { return .failure(error) }
  }
}

/// A stage around a closure that may throw.
@usableFromInline protocol AttemptingStage<Closure>: Stage
where InputFailure == Closure.InputFailure, Failure == Closure.Failure {
  associatedtype Closure: Attempt
  associatedtype Input = Closure.Input
  associatedtype InputFailure = Closure.InputFailure
  associatedtype Failure = Closure.Failure
  var attempt: Closure { get }
}

extension AttemptingStage {
  @inlinable func receive(
    completion: Subscribers.Completion<InputFailure>
  ) -> Subscribers.Completion<Failure> { completion.mapFailure(attempt.widen) }
}

/// A rule of folding around a closure that may throw.
@usableFromInline protocol AttemptingRule<Closure>: FoldRule
where InputFailure == Closure.InputFailure, Failure == Closure.Failure {
  associatedtype Closure: Attempt
  associatedtype Input = Closure.Input
  associatedtype InputFailure = Closure.InputFailure
  associatedtype Failure = Closure.Failure
  var attempt: Closure { get }
}

extension AttemptingRule {
  @inlinable func widen(_ failure: InputFailure) -> Failure { attempt.widen(failure) }
}
