/// A publisher that sends no values, and finishes at once by default.
///
///     Empty<Int, Never>()  // finishes
public struct Empty<Output, Failure: Error>: Publisher, Equatable {
  /// True if the publisher finishes at once; if not, it never ends.
  public let completeImmediately: Bool
  /// Makes a publisher without values.
  @inlinable
  public init(completeImmediately: Bool = true) { self.completeImmediately = completeImmediately }
  /// Makes a publisher without values of the given types.
  @inlinable public init(
    completeImmediately: Bool = true, outputType: Output.Type, failureType: Failure.Type
  ) { self.init(completeImmediately: completeImmediately) }
  @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
    subscriber.receive(subscription: Subscriptions.empty)
    if completeImmediately { subscriber.receive(completion: .finished) }
  }
}
