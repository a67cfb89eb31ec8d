/// A host with upstreams, known by their numbers, that all send its downstream's kind of input.
@usableFromInline package protocol Junction<Downstream>: AnyObject {
  associatedtype Downstream: Subscriber
  func accept(_ subscription: any Subscription, from number: Int)
  func receive(_ value: Downstream.Input, from number: Int) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Downstream.Failure>, from number: Int)
}

/// The subscriber of one upstream of a junction.
@usableFromInline package struct Inlet<Host: Junction>: Subscriber {
  @usableFromInline let host: Host, number: Int

  @inlinable package init(_ host: Host, _ number: Int) { (self.host, self.number) = (host, number) }
  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(host) }
  @inlinable package func receive(subscription: any Subscription) {
    host.accept(subscription, from: number)
  }

  @inlinable package func receive(_ input: Host.Downstream.Input) -> Subscribers.Demand {
    host.receive(input, from: number)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Host.Downstream.Failure>) {
    host.receive(completion: completion, from: number)
  }
}
