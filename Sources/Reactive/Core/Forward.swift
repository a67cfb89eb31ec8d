/// The host of a stage that has no memory and never ends the stream itself. A struct, so that a
/// chain of them becomes one closure in the subject's conduit: no allocation, no lock, and the
/// upstream's own subscription for the downstream.
@usableFromInline package struct Forward<S: Stage, Downstream: Subscriber>: Subscriber
where S.Memory == Void, Downstream.Input == S.Output, Downstream.Failure == S.Failure {
  @usableFromInline package let stage: S, downstream: Downstream
  /// Whether the downstream is to see the operator's name on its subscription.
  @usableFromInline package let relabels: Bool

  @inlinable package init(_ stage: S, _ downstream: Downstream, relabels: Bool = false) {
    (self.stage, self.downstream, self.relabels) = (stage, downstream, relabels)
  }

  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package func receive(subscription: any Subscription) {
    downstream.receive(
      subscription: relabels ? Relabelled(subscription, label: stage.label) : subscription)
  }

  @inlinable package func receive(_ input: S.Input) -> Subscribers.Demand {
    var nothing: Void = ()
    switch stage.receive(input, &nothing) {
    case .emit(let output): return downstream.receive(output)
    case .skip: return .max(1)
    case .absorb, .emitLast, .finish, .fail:
      fatalError("\(stage.label): a stage that ends the stream needs Relay as its host.")
    }
  }

  @inlinable package func receive(completion: Subscribers.Completion<S.InputFailure>) {
    downstream.receive(completion: stage.receive(completion: completion))
  }
}

/// A subscription under another name.
@usableFromInline package final class Relabelled: Subscription, CustomStringConvertible {
  private let subscription: any Subscription
  @usableFromInline package let description: String

  @usableFromInline package init(_ subscription: any Subscription, label: String) {
    (self.subscription, description) = (subscription, label)
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) {
    subscription.request(demand)
  }
  @usableFromInline package func cancel() { subscription.cancel() }
}

/// Hands everything on, but another subscription, made of the one that comes.
@usableFromInline package struct Rewrapping<Downstream: Subscriber>: Intermediary {
  @usableFromInline package let downstream: Downstream
  @usableFromInline package let wrap: (any Subscription) -> any Subscription

  @inlinable
  package init(_ downstream: Downstream, _ wrap: @escaping (any Subscription) -> any Subscription) {
    (self.downstream, self.wrap) = (downstream, wrap)
  }

  @inlinable package var combineIdentifier: CombineIdentifier { downstream.combineIdentifier }

  @inlinable package func receive(subscription: any Subscription) {
    downstream.receive(subscription: wrap(subscription))
  }

  @inlinable package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    downstream.receive(input)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    downstream.receive(completion: completion)
  }
}
