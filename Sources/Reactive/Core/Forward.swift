/// The host of a pure stage. A struct, so that a chain of them becomes one closure in the subject's
/// subscription: no allocation, no lock, and the upstream's own subscription for the downstream.
@usableFromInline struct Forward<S: PureStage, Downstream: Subscriber>: Subscriber
where Downstream.Input == S.Output, Downstream.Failure == S.Failure {
  @usableFromInline let stage: S, downstream: Downstream

  @inlinable
  init(_ stage: S, _ downstream: Downstream) { (self.stage, self.downstream) = (stage, downstream) }

  @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable func receive(subscription: any Subscription) {
    guard let label = S.label, !subscription.takes(label: label) else {
      return downstream.receive(subscription: subscription)
    }
    downstream.receive(subscription: Relabelled(subscription, label: label))
  }

  @inlinable func receive(_ input: S.Input) -> Subscribers.Demand {
    stage.pass(input, to: downstream)
  }

  @inlinable func receive(completion: Subscribers.Completion<S.InputFailure>) {
    downstream.receive(completion: stage.receive(completion: completion))
  }
}

extension Subscription {
  /// Gives this another name; returns false if that requires wrapping it.
  @inlinable func takes(label: String) -> Bool {
    guard let renamable = object(of: InlineSubscription.self) else { return false }
    renamable.label = label
    return true
  }
}

/// A subscription under another name.
@usableFromInline final class Relabelled: Subscription, CustomStringConvertible {
  private let subscription: any Subscription
  @usableFromInline let description: String

  @usableFromInline init(_ subscription: any Subscription, label: String) {
    (self.subscription, description) = (subscription, label)
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { subscription.request(demand) }
  @usableFromInline func cancel() { subscription.cancel() }
}

/// Hands everything on except the subscription, which it replaces by one made of it.
@usableFromInline struct Rewrapping<Downstream: Subscriber>: Intermediary {
  @usableFromInline let downstream: Downstream, wrap: (any Subscription) -> any Subscription

  @inlinable init(
    _ downstream: Downstream, _ wrap: @escaping (any Subscription) -> any Subscription
  ) { (self.downstream, self.wrap) = (downstream, wrap) }

  @inlinable var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable func receive(subscription: any Subscription) {
    downstream.receive(subscription: wrap(subscription))
  }

  @inlinable func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}
