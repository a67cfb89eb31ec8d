/// What an operator does with one value, without knowing who sends it or who receives it. A stage
/// is a plain value: no lock, no subscription, no downstream, and what it remembers is apart from
/// what it is. A host owns one with its memory, and makes a subscriber of it. Calls with one memory
/// never overlap.
@usableFromInline package protocol Stage<Input, Output> {
  associatedtype Input
  associatedtype Output
  associatedtype InputFailure: Error = Failure
  associatedtype Failure: Error
  /// What the stage remembers from one value to the next.
  associatedtype Memory = Void

  /// What the stage remembers before the first value.
  var initialMemory: Memory { get }
  /// Decides what becomes of a value.
  func receive(_ input: Input, _ memory: inout Memory) -> Step<Output, Failure>
  /// Decides how the stream ends, when the upstream ends.
  func receive(completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
  /// What the operator is called in `print` and in descriptions.
  var label: String { get }
  /// How many values to ask for besides what the downstream asks for. The downstream then has its
  /// subscription before the upstream is subscribed to; nil if it has it after.
  var extraDemand: Int? { get }
  /// Whether a request for no values is handed upstream; else it traps.
  var acceptsNoDemand: Bool { get }
  /// Whether demand returned with a value is returned to the upstream; else it is requested.
  var returnsDemand: Bool { get }
  /// Whether the stream is to end before the first value.
  var endsAtOnce: Bool { get }
  /// Upstream has been subscribed to.
  func begin(_ memory: inout Memory)
  /// What is to be asked of the upstream when the downstream asks for `demand`.
  func upstreamDemand(for demand: Subscribers.Demand) -> Subscribers.Demand
  /// What still goes out, asked for or not, before the stream finishes.
  func rest(_ memory: inout Memory) -> Output?
}

extension Stage {
  @inlinable package var extraDemand: Int? { nil }
  @inlinable package var acceptsNoDemand: Bool { false }
  @inlinable package var returnsDemand: Bool { true }
  @inlinable package var endsAtOnce: Bool { false }
  @inlinable package func begin(_ memory: inout Memory) {}
  @inlinable package func upstreamDemand(for demand: Subscribers.Demand) -> Subscribers.Demand {
    demand
  }
  @inlinable package func rest(_ memory: inout Memory) -> Output? { nil }
}

extension Stage where Memory == Void {
  @inlinable package var initialMemory: Void { () }
}

extension Stage where InputFailure == Failure {
  @inlinable package func receive(
    completion: Subscribers.Completion<InputFailure>
  ) -> Subscribers.Completion<Failure> { completion }
}

/// What becomes of one value.
@usableFromInline package enum Step<Output, Failure: Error>: FailableStep {
  /// It goes on, perhaps changed.
  case emit(Output)
  /// It is swallowed, so another must be asked for in its place.
  case skip
  /// It is swallowed, and was asked for in addition to what the downstream wanted.
  case absorb
  /// It goes on, and the stream finishes after it.
  case emitLast(Output)
  /// The stream finishes without it.
  case finish
  /// The stream fails.
  case fail(Failure)
}

/// A stage without a memory that never ends the stream itself: it passes a value on, changed or
/// not, or swallows it.
@usableFromInline protocol PureStage<Input, Output> {
  associatedtype Input
  associatedtype Output = Input
  associatedtype InputFailure: Error
  associatedtype Failure: Error

  /// Passes a value on, changed or not, and returns what the downstream asks for; or swallows it,
  /// and returns a demand for one more. Called, not returned, because an optional would be a copy.
  func pass<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand
  where D.Input == Output
  /// Decides how the stream ends, when the upstream ends.
  func receive(completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
  /// What the operator is called in descriptions.
  var label: String { get }
}

extension PureStage where InputFailure == Failure {
  @inlinable func receive(
    completion: Subscribers.Completion<InputFailure>
  ) -> Subscribers.Completion<Failure> { completion }
}
