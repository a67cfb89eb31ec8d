import Combine

extension Publisher {
  /// The values that are there, of optional ones.
  public func unwrap<Wrapped>() -> Publishers.Unwrap<Self, Wrapped> where Output == Wrapped? {
    Publishers.Unwrap(upstream: self)
  }
}

extension Publishers {
  /// The values that are there, of optional ones.
  public struct Unwrap<Upstream: Publisher, Output>: Publisher where Upstream.Output == Output? {
    public typealias Failure = Upstream.Failure

    let upstream: Upstream

    public func receive<S: Subscriber>(subscriber: S)
    where S.Input == Output, S.Failure == Failure {
      upstream.subscribe(Inner(subscriber))
    }

    /// Upstream's subscriber and downstream's subscription in one; a value that is dropped is asked
    /// for again.
    private final class Inner<S: Subscriber>: Subscriber, Subscription
    where S.Input == Output, S.Failure == Failure {
      private var downstream: S?
      private var upstream: Subscription?

      init(_ downstream: S) { self.downstream = downstream }

      func receive(subscription: Subscription) {
        upstream = subscription
        downstream?.receive(subscription: self)
      }

      func receive(_ input: Output?) -> Subscribers.Demand {
        guard let downstream else { return .none }
        guard let value = input else { return .max(1) }
        return downstream.receive(value)
      }

      func receive(completion: Subscribers.Completion<Failure>) {
        downstream?.receive(completion: completion)
        downstream = nil
        upstream = nil
      }

      func request(_ demand: Subscribers.Demand) { upstream?.request(demand) }

      func cancel() {
        downstream = nil
        upstream?.cancel()
        upstream = nil
      }
    }
  }
}
