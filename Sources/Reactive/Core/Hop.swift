/// The host of operators that send everything on by way of a scheduler: `receive(on:)` and `delay`.
/// The subscription passes at once; each value and the completion are pieces of work of their own.
/// What is still under way when the downstream cancels is dropped. Order is the scheduler's: a
/// concurrent queue keeps none.
@usableFromInline
package final class Hop<Downstream: Subscriber>: UpstreamLink, Intermediary, Subscription,
  CustomStringConvertible
{
  private let downstream: Downstream
  private let schedule: (@escaping () -> Void) -> Void
  @usableFromInline package let description: String

  /// Makes a hop of a closure that schedules work.
  @usableFromInline package init(
    _ downstream: Downstream, label: String, schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    (self.downstream, self.schedule, description) = (downstream, schedule, label)
    super.init()
  }

  @usableFromInline package func receive(subscription: any Subscription) {
    if accept(subscription) { downstream.receive(subscription: self) }
  }

  @usableFromInline package func receive(_ input: Downstream.Input) -> Subscribers.Demand {
    if isOver { return .none }
    schedule { [self] in
      if isOver { return }
      let more = downstream.receive(input)
      if more > 0 { ask(more) }
    }
    return .none
  }

  @usableFromInline package func receive(completion: Subscribers.Completion<Downstream.Failure>) {
    letGo()
    schedule { [self] in if end() { downstream.receive(completion: completion) } }
  }

  @usableFromInline package func request(_ demand: Subscribers.Demand) { ask(demand) }
}
