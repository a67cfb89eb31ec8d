import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// A subscriber that does what its case says, and writes down what it gets.
final class ScriptedSubscriber: Subscriber {
  typealias Input = Int
  typealias Failure = Fault

  private let run: Run
  private let place: Event.Place
  private let conduct: Conduct
  private(set) var subscription: (any Subscription)?
  var isAttached = false
  /// How many calls and how many values have come.
  private var (calls, values) = (0, 0)

  init(_ number: Int, _ run: Run) {
    (self.run, place, conduct) = (run, .subscriber(number), run.scenario.subscribers[number])
  }

  func receive(subscription: any Subscription) {
    run.recorder.record(.subscribed(place))
    self.subscription = subscription
    if conduct.initialDemand != 0 { subscription.request(demand(conduct.initialDemand)) }
    react()
  }

  func receive(_ input: Int) -> Subscribers.Demand {
    run.recorder.record(.received(place, input))
    values += 1
    let more = values <= conduct.returns.count ? conduct.returns[values - 1] : 0
    react()
    return .max(more)
  }

  func receive(completion: Subscribers.Completion<Fault>) {
    run.recorder.record(completion, at: place)
    react()
  }

  func cancel() {
    guard let subscription else { return }
    run.recorder.record(.cancelled(place))
    subscription.cancel()
  }

  private func react() {
    calls += 1
    guard calls <= conduct.reactions.count else { return }
    for action in conduct.reactions[calls - 1] { run.perform(action) }
  }
}
