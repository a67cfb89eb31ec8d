/// A publisher that fails at once, without waiting for demand.
public struct Fail<Output, Failure: Error>: Publisher {
  /// What it fails with.
  public let error: Failure

  /// Makes a publisher that fails.
  @inlinable
  public init(error: Failure) { self.error = error }

  /// Makes a publisher that fails, of the given output type.
  @inlinable
  public init(outputType: Output.Type, failure: Failure) { error = failure }

  /// Attaches a subscriber.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: Subscriptions.empty)
    subscriber.receive(completion: .failure(error))
  }
}

extension Fail: Equatable where Failure: Equatable {}
