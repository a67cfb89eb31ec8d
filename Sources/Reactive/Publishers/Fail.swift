/// A publisher that fails at once, without waiting for demand.
///
///     Fail<Int, ParseError>(error: .empty)  // fails with empty
public struct Fail<Output, Failure: Error>: Publisher {
  /// The error that it fails with.
  public let error: Failure
  /// Makes a publisher that fails.
  @inlinable public init(error: Failure) { self.error = error }
  /// Makes a publisher that fails, of the given output type.
  @inlinable public init(outputType: Output.Type, failure: Failure) { error = failure }
  @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
