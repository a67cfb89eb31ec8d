import Reactive
import Synchronization
import Testing

/// A value that says who sent it, and as which of the sender's values.
package struct Numbered: Equatable, Hashable, Sendable {
  package let sender: Int
  package let number: Int

  package init(sender: Int, number: Int) { (self.sender, self.number) = (sender, number) }
}

/// A subscriber that watches that calls from many threads come one at a time and in the right order.
///
/// What it writes down is not guarded, so that the thread sanitiser sees it, too, if they do not.
package final class ConcurrentProbe<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  // Sendable because its publisher has to serialise the calls, which is what is tested.
  private let inside = Atomic<Int>(0)
  package private(set) var values: [Input] = []
  package private(set) var completions = 0
  package private(set) var overlaps = 0
  package private(set) var lateCalls = 0
  private let subscribed = Locked<Unchecked<(any Subscription)?>>(Unchecked(nil))
  private let demand: Subscribers.Demand
  private let onValue: (@Sendable (Input) -> Subscribers.Demand)?

  package init(
    demand: Subscribers.Demand = .unlimited,
    onValue: (@Sendable (Input) -> Subscribers.Demand)? = nil
  ) {
    self.demand = demand
    self.onValue = onValue
  }

  private var subscription: (any Subscription)? { subscribed.withLock { $0 }.value }

  package func receive(subscription: any Subscription) {
    let kept = Unchecked<(any Subscription)?>(subscription)
    subscribed.withLock { $0 = kept }
    if demand > 0 { subscription.request(demand) }
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
  }

  package func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }
  package func cancel() { subscription?.cancel() }

  private func enter() {
    if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps += 1 }
    if completions > 0 { lateCalls += 1 }
  }

  private func leave() { inside.subtract(1, ordering: .relaxed) }

  /// Expects that calls came one at a time and none after the end.
  package func checkSerial(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(overlaps == 0, sourceLocation: sourceLocation)
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
