/// An operator's rule for one value, without knowing who sends it or who receives it. A stage is a
/// plain value: no lock, no subscription, no downstream, and its memory is kept apart from it. A
/// host owns one with its memory, and makes a subscriber of it. Calls with one memory never
/// overlap.
@usableFromInline package protocol Stage<Input, Output> {
  associatedtype Input
  associatedtype Output
  associatedtype InputFailure: Error = Failure
  associatedtype Failure: Error
  /// The state that the stage keeps from one value to the next.
  associatedtype Memory = Void

  /// The state before the first value.
  var initialMemory: Memory { get }
  /// Decides what happens to a value.
  func receive(_ input: Input, _ memory: inout Memory) -> Step<Output, Failure>
  /// Decides how the stream ends, when the upstream ends.
  func receive(completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
  /// The operator's name in `print` and in descriptions.
  var label: String { get }
  /// The number of values to ask for besides the downstream's demand. The downstream then has its
  /// subscription before the upstream is subscribed to; nil if it has it after.
  var extraDemand: Int? { get }
  /// True if a request for no values is handed upstream; otherwise it traps.
  var acceptsNoDemand: Bool { get }
  /// True if demand returned with a value is returned to the upstream; otherwise it is requested.
  var returnsDemand: Bool { get }
  /// True to end the stream before the first value.
  var endsAtOnce: Bool { get }
  /// Called when the upstream has been subscribed to.
  func begin(_ memory: inout Memory)
  /// Returns the demand for the upstream when the downstream asks for `demand`.
  func upstreamDemand(for demand: Subscribers.Demand) -> Subscribers.Demand
  /// Returns the value that still goes out, with or without demand, before the stream finishes.
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

extension Stage where Memory == Void { @inlinable package var initialMemory: Void { () } }

extension Stage where InputFailure == Failure {
  @inlinable package func receive(
    completion: Subscribers.Completion<InputFailure>
  ) -> Subscribers.Completion<Failure> { completion }
}

/// The fate of one value.
@usableFromInline package enum Step<Output, Failure: Error>: FailableStep {
  /// Passes the value on, perhaps changed.
  case emit(Output)
  /// Drops the value, and requests another in its place.
  case skip
  /// The value is dropped, and was requested in addition to the downstream's demand.
  case absorb
  /// Passes the value on, and then finishes the stream.
  case emitLast(Output)
  /// The stream finishes without the value.
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

  /// Passes a value on, changed or not, and returns the downstream's demand; or drops it, and
  /// returns a demand for one more. Called, not returned, because an optional would be a copy.
  func pass<D: Subscriber>(_ input: Input, to downstream: D) -> Subscribers.Demand
  where D.Input == Output
  /// Decides how the stream ends, when the upstream ends.
  func receive(completion: Subscribers.Completion<InputFailure>) -> Subscribers.Completion<Failure>
  /// The operator's name for its upstream's subscription; nil to keep the upstream's name.
  static var label: String? { get }
}

extension PureStage { @inlinable static var label: String? { nil } }

extension PureStage where InputFailure == Failure {
  @inlinable func receive(
    completion: Subscribers.Completion<InputFailure>
  ) -> Subscribers.Completion<Failure> { completion }
}
