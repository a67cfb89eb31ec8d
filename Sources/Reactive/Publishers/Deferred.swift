/// A publisher that makes a fresh publisher for each subscriber.
///
///     Deferred { Future { promise in load(promise) } }  // loads once per subscription
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  public typealias Output = DeferredPublisher.Output
  public typealias Failure = DeferredPublisher.Failure
  /// Makes the publisher that a subscriber is attached to.
  public let createPublisher: () -> DeferredPublisher
  /// Makes a publisher from a closure that makes publishers.
  @inlinable public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  @inlinable public func receive(subscriber: some Subscriber<Output, Failure>) {
    createPublisher().receive(subscriber: subscriber)
  }
}
