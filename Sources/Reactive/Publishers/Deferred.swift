/// A publisher that makes a fresh publisher for each subscriber.
///
///     Deferred { Future { promise in load(promise) } }  // loads once per subscription
public struct Deferred<DeferredPublisher: Publisher>: Publisher {
  /// The kind of value of the publishers made.
  public typealias Output = DeferredPublisher.Output
  /// The kind of error of the publishers made.
  public typealias Failure = DeferredPublisher.Failure
  /// Makes the publisher that a subscriber is attached to.
  public let createPublisher: () -> DeferredPublisher

  /// Makes a publisher of a closure that makes publishers.
  @inlinable
  public init(createPublisher: @escaping () -> DeferredPublisher) {
    self.createPublisher = createPublisher
  }

  /// Attaches a subscriber to a publisher made for it.
  @inlinable
  public func receive<S: Subscriber>(subscriber: S)
  where S.Input == Output, S.Failure == Failure {
    createPublisher().receive(subscriber: subscriber)
  }
}
