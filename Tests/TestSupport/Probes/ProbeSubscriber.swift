import Reactive

/// A subscriber that writes down everything it receives, and does at each event what a test says.
package final class ProbeSubscriber<Input, Failure: Error>: Subscriber {
  /// The fate of the subscription at the end.
  package enum Keeping {
    /// It is let go, as well-behaved subscribers do.
    case untilTheEnd
    /// It is kept for ever.
    case forever
  }

  /// Every event in a word: `subscription`, `value 1`, `finished`, `failure expected`.
  package private(set) var log: [String] = []
  package private(set) var values: [Input] = []
  package private(set) var subscription: (any Subscription)?
  /// How many calls were under way at once, at most.
  package private(set) var deepestNesting = 0
  private var nesting = 0
  private let demand: Subscribers.Demand
  private let keeping: Keeping

  package var onSubscription: ((any Subscription) -> Void)?
  package var onValue: ((Input) -> Subscribers.Demand)?
  package var onCompletion: (() -> Void)?

  package init(demand: Subscribers.Demand = .unlimited, keeping: Keeping = .untilTheEnd) {
    self.demand = demand
    self.keeping = keeping
  }

  package var hasEnded: Bool { log.last == "finished" || log.last?.hasPrefix("failure") == true }

  package func receive(subscription: any Subscription) {
    log.append("subscription")
    if self.subscription == nil { self.subscription = subscription }
    if demand > 0 { subscription.request(demand) }
    onSubscription?(subscription)
  }

  package func receive(_ input: Input) -> Subscribers.Demand {
    nesting += 1
    deepestNesting = max(deepestNesting, nesting)
    defer { nesting -= 1 }
    log.append("value \(input)")
    values.append(input)
    return onValue?(input) ?? .none
  }

  package func receive(completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: log.append("finished")
    case .failure(let error): log.append("failure \(error)")
    }
    onCompletion?()
    if keeping == .untilTheEnd { subscription = nil }
  }

  package func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

  package func cancel() {
    let taken = subscription
    if keeping == .untilTheEnd { subscription = nil }
    taken?.cancel()
  }
}

extension Publisher {
  /// Everything this publisher sends at once to a subscriber with unlimited demand.
  package func log() -> [String] {
    let probe = ProbeSubscriber<Output, Failure>()
    subscribe(probe)
    return probe.log
  }

  /// Everything this publisher sends to a subscriber that asks for nothing.
  package func unaskedLog() -> [String] {
    let probe = ProbeSubscriber<Output, Failure>(demand: .none)
    subscribe(probe)
    return probe.log
  }

  /// The name of this publisher's subscription.
  package func subscriptionName() -> String {
    var name = ""
    subscribe(AnySubscriber(receiveSubscription: { name = "\($0)" }))
    return name
  }

  /// The values among ``log()``.
  package func allValues() -> [Output] {
    let probe = ProbeSubscriber<Output, Failure>()
    subscribe(probe)
    return probe.values
  }
}
