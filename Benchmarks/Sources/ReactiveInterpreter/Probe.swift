import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// Counts the subscriptions to one source.
final class SubscriptionCount {
  /// How many there have been, and how many have not ended.
  fileprivate var (all, alive) = (0, 0)
}

/// Stands behind a source and writes down what its subscribers do: what they ask for, what they
/// return, when they cancel.
struct Probe: Publisher {
  typealias Output = Int
  typealias Failure = Fault

  let upstream: Stream
  let number: Int
  /// Whether the source delivers in an order that Combine does not define.
  let isUnordered: Bool
  let count: SubscriptionCount
  let recorder: Recorder

  func receive(subscriber: some Subscriber<Int, Fault>) {
    count.all += 1
    count.alive += 1
    if isUnordered, count.alive > 1 { recorder.hasUndefinedOrder = true }
    let place = Event.Place.subject(number, subscription: count.all)
    upstream.subscribe(Tap(subscriber, place, self))
  }

  /// Between a subscriber and the source, in both directions.
  private final class Tap<Downstream: Subscriber<Int, Fault>>: Subscriber, Subscription,
    CustomStringConvertible
  {
    private let downstream: Downstream
    private let place: Event.Place
    private let probe: Probe
    private var upstream: (any Subscription)?
    private var hasEnded = false
    private var hasAskedForAll = false

    init(_ downstream: Downstream, _ place: Event.Place, _ probe: Probe) {
      (self.downstream, self.place, self.probe) = (downstream, place, probe)
    }

    var description: String { upstream.map { "\($0)" } ?? "Probe" }

    func receive(subscription: any Subscription) {
      probe.recorder.record(.subscribed(place))
      upstream = subscription
      downstream.receive(subscription: self)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      let more = downstream.receive(input)
      if more > .none { record(.returned(place, more.max), isMore: true) }
      return more
    }

    func receive(completion: Subscribers.Completion<Fault>) {
      end()
      downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
      record(.requested(place, demand.max), isMore: true)
      if demand == .unlimited { hasAskedForAll = true }
      upstream?.request(demand)
    }

    func cancel() {
      record(.cancelled(place), isMore: false)
      end()
      upstream?.cancel()
    }

    /// Writes a call down, or that it has no effect.
    private func record(_ event: Event, isMore: Bool) {
      let isIdle = hasEnded || isMore && hasAskedForAll
      probe.recorder.record(isIdle ? .withoutEffect(place) : event)
    }

    private func end() {
      if !hasEnded { probe.count.alive -= 1 }
      hasEnded = true
    }
  }
}
