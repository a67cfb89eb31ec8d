/// The host of operators that send everything on by way of a scheduler: `receive(on:)` and `delay`.
///
/// The subscription passes at once; each value and the completion are pieces of work of their own.
/// What is still under way when the downstream cancels is dropped. Order is the scheduler's: a
/// concurrent queue keeps none.
@usableFromInline
final class Hop<Downstream: Subscriber>: Subscriber, Subscription, CustomStringConvertible {
  @usableFromInline typealias Input = Downstream.Input
  @usableFromInline typealias Failure = Downstream.Failure

  private let downstream: Downstream
  private let schedule: (@escaping () -> Void) -> Void
  @usableFromInline let description: String
  private let upstream = UpstreamBox()

  /// Makes a hop of a closure that schedules work.
  @usableFromInline init(
    _ downstream: Downstream, label: String, schedule: @escaping (@escaping () -> Void) -> Void
  ) {
    self.downstream = downstream
    self.schedule = schedule
    description = label
  }

  @usableFromInline func receive(subscription: any Subscription) {
    if upstream.accept(subscription) { downstream.receive(subscription: self) }
  }

  @usableFromInline func receive(_ input: Input) -> Subscribers.Demand {
    if upstream.isDone.load(ordering: .relaxed) { return .none }
    schedule { [self] in
      if upstream.isDone.load(ordering: .relaxed) { return }
      let more = downstream.receive(input)
      if more > 0 { upstream.request(more) }
    }
    return .none
  }

  @usableFromInline func receive(completion: Subscribers.Completion<Failure>) {
    upstream.letGo()
    schedule { [self] in
      if upstream.end() { downstream.receive(completion: completion) }
    }
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) { upstream.request(demand) }

  @usableFromInline func cancel() { upstream.cancel() }
}
