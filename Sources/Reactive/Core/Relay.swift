/// A host with one upstream and a downstream, which passes on everything that a subclass does not
/// override. Values are left to the subclass, whose method can then be specialised.
@usableFromInline
class Relay<Downstream: Subscriber>: UpstreamLink, Subscription, CustomStringConvertible {
  @usableFromInline final let downstream: Downstream
  @usableFromInline final let description: String

  @inlinable init(_ downstream: Downstream, label: String) {
    (self.downstream, description) = (downstream, label)
    super.init()
  }

  @usableFromInline func receive(subscription: any Subscription) {
    if accept(subscription) { downstream.receive(subscription: self) }
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    if end() { downstream.receive(completion: completion) }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { ask(demand) }
}
