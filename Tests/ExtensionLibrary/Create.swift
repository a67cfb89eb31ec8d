import Combine

extension AnyPublisher {
  /// A publisher that a closure feeds, anew for each subscriber; what it returns is cancelled with
  /// the subscription.
  public init(feeding feed: @escaping (Feed<Output, Failure>) -> Cancellable) {
    self = Publishers.Fed(feed: feed).eraseToAnyPublisher()
  }
}

/// What a closure sends to that feeds a publisher.
public struct Feed<Output, Failure: Error> {
  let value: (Output) -> Void
  let completion: (Subscribers.Completion<Failure>) -> Void

  public func send(_ value: Output) { self.value(value) }
  public func send(completion: Subscribers.Completion<Failure>) { self.completion(completion) }
}

extension Publishers {
  /// A publisher that a closure feeds.
  struct Fed<Output, Failure: Error>: Publisher {
    let feed: (Feed<Output, Failure>) -> Cancellable

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
      let buffer = DemandBuffer(subscriber)
      let inner = Inner(buffer)
      subscriber.receive(subscription: inner)
      inner.source = feed(Feed(value: buffer.buffer, completion: buffer.complete))
    }

    private final class Inner<S: Subscriber>: Subscription {
      private var buffer: DemandBuffer<S>?
      var source: Cancellable? { didSet { if buffer == nil { source?.cancel() } } }

      init(_ buffer: DemandBuffer<S>) { self.buffer = buffer }

      func request(_ demand: Subscribers.Demand) { buffer?.demand(demand) }

      func cancel() {
        buffer = nil
        source?.cancel()
      }
    }
  }
}
