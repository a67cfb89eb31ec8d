import Reactive
import Synchronization
import Testing

/// A value that says who sent it, and as which of the sender's values.
package struct Numbered: Equatable, Hashable, Sendable {
  package let sender: Int
  package let number: Int

  package init(sender: Int, number: Int) { (self.sender, self.number) = (sender, number) }
}

/// A subscriber that checks whether calls from many threads come one at a time and in order.
///
/// What it writes down is not guarded, so that the thread sanitiser sees it, too, if they do not.
package final class ConcurrentProbe<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  // Sendable because its publisher has to serialise the calls, which is what is tested.
  private let inside = Atomic<Int>(0)
  package private(set) var values: [Input] = []
  package private(set) var completions = 0
  package private(set) var overlaps = 0
  package private(set) var lateCalls = 0
  /// How many calls came before the subscription.
  package private(set) var earlyCalls = 0
  private var isSubscribed = false
  private let subscribed = Locked<Unchecked<(any Subscription)?>>(Unchecked(nil))
  private let demand: Subscribers.Demand
  private let onSubscription: (@Sendable () -> Void)?
  private let onValue: (@Sendable (Input) -> Subscribers.Demand)?
  private let onCompletion: (@Sendable () -> Void)?

  /// - Parameter onSubscription: Runs after the request, while the subscription is being taken.
  package init(
    demand: Subscribers.Demand = .unlimited,
    onValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
    onSubscription: (@Sendable () -> Void)? = nil,
    onCompletion: (@Sendable () -> Void)? = nil
  ) {
    self.demand = demand
    self.onSubscription = onSubscription
    self.onValue = onValue
    self.onCompletion = onCompletion
  }

  private var subscription: (any Subscription)? { subscribed.withLock { $0 }.value }

  package func receive(subscription: any Subscription) {
    let kept = Unchecked<(any Subscription)?>(subscription)
    subscribed.withLock { $0 = kept }
    isSubscribed = true
    if demand > 0 { subscription.request(demand) }
    guard let onSubscription else { return }
    // From here on no other thread may be inside.
    if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps += 1 }
    onSubscription()
    leave()
  }

  package func receive(_ input: Input) -> Subscribers.Demand {
    enter()
    defer { leave() }
    values.append(input)
    return onValue?(input) ?? .none
  }

  package func receive(completion: Subscribers.Completion<Failure>) {
    enter()
    completions += 1
    leave()
    onCompletion?()
  }

  package func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  package func cancel() { subscription?.cancel() }

  /// A probe that asks at once and then takes its time to take its subscription, while another
  /// thread does something, of which nothing may come before it has taken it.
  package static func hesitant(
    _ demand: Subscribers.Demand = .unlimited, meanwhile: @escaping @Sendable () -> Void
  ) -> ConcurrentProbe {
    ConcurrentProbe(demand: demand, onSubscription: { Threads.run([meanwhile]) })
  }

  private func enter() {
    if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps += 1 }
    if completions > 0 { lateCalls += 1 }
    if !isSubscribed { earlyCalls += 1 }
  }

  private func leave() { inside.subtract(1, ordering: .relaxed) }

  /// Expects that calls came one at a time, none before the subscription and none after the end.
  package func checkSerial(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(overlaps == 0, sourceLocation: sourceLocation)
    #expect(earlyCalls == 0, sourceLocation: sourceLocation)
    #expect(lateCalls == 0, sourceLocation: sourceLocation)
    #expect(completions <= 1, sourceLocation: sourceLocation)
  }
}

extension ConcurrentProbe where Input == Numbered {
  /// Expects that each sender's values came in their order, none twice.
  package func checkOrder(sourceLocation: SourceLocation = #_sourceLocation) {
    var last: [Int: Int] = [:]
    for value in values {
      #expect(value.number > last[value.sender, default: -1], sourceLocation: sourceLocation)
      last[value.sender] = value.number
    }
  }

  /// Expects every value of so many senders, each once and in order.
  package func checkComplete(
    senders: Int, each count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    checkSerial(sourceLocation: sourceLocation)
    #expect(values.count == senders * count, sourceLocation: sourceLocation)
    checkOrder(sourceLocation: sourceLocation)
  }
}
