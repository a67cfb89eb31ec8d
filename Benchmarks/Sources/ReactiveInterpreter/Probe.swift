import PipelineCases

#if OPENCOMBINE
  import OpenCombine
#else
  import Reactive
#endif

/// Stands behind a source and writes down what its subscribers do: what they ask for, what they
/// return, when they cancel.
final class Probe: Publisher {
  typealias Output = Int
  typealias Failure = Fault

  private let upstream: Stream
  private let recorder: Recorder
  private let number: Int
  /// Whether the source delivers in an order that Combine does not define.
  private let isUnordered: Bool
  private var (subscriptions, alive) = (0, 0)

  init(_ upstream: Stream, _ number: Int, isUnordered: Bool, _ recorder: Recorder) {
    (self.upstream, self.number, self.recorder) = (upstream, number, recorder)
    self.isUnordered = isUnordered
  }

  func receive(subscriber: some Subscriber<Int, Fault>) {
    subscriptions += 1
    alive += 1
    if isUnordered, alive > 1 { recorder.hasUndefinedOrder = true }
    let place = Event.Place.subject(number, subscription: subscriptions)
    upstream.subscribe(Tap(subscriber, place, recorder) { self.alive -= 1 })
  }

  /// Between a subscriber and the source, in both directions.
  private final class Tap<Downstream: Subscriber<Int, Fault>>: Subscriber, Subscription,
    CustomStringConvertible
  {
    private let downstream: Downstream
    private let place: Event.Place
    private let recorder: Recorder
    private var upstream: (any Subscription)?
    private var end: (() -> Void)?

    init(
      _ downstream: Downstream, _ place: Event.Place, _ recorder: Recorder,
      end: @escaping () -> Void
    ) {
      (self.downstream, self.place, self.recorder, self.end) = (downstream, place, recorder, end)
    }

    var description: String { upstream.map { "\($0)" } ?? "Probe" }

    func receive(subscription: any Subscription) {
      recorder.record(.subscribed(place))
      upstream = subscription
      downstream.receive(subscription: self)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      let more = downstream.receive(input)
      recorder.record(returned: more, at: place)
      return more
    }

    func receive(completion: Subscribers.Completion<Fault>) {
      close()
      downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
      recorder.record(.requested(place, demand.max))
      upstream?.request(demand)
    }

    func cancel() {
      recorder.record(.cancelled(place))
      close()
      upstream?.cancel()
    }

    private func close() {
      end?()
      end = nil
    }
  }
}
