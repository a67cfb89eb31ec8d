// An extension library for Combine, written as such libraries are: it imports Combine and nothing
// of this package, has subscriptions of its own, and brings names that ReactiveExtras has, too. Its
// tests are in Tests/CombineTests.
import Combine
import Foundation

/// Keeps values until they are asked for: the sink with a buffer that such libraries share.
final class DemandBuffer<S: Subscriber> {
  private let lock = NSRecursiveLock()
  private let subscriber: S
  private var values: [S.Input] = []
  private var completion: Subscribers.Completion<S.Failure>?
  private var demand = Subscribers.Demand.none

  init(_ subscriber: S) { self.subscriber = subscriber }

  func buffer(_ value: S.Input) {
    lock.withLock { values.append(value) }
    flush()
  }

  func complete(_ completion: Subscribers.Completion<S.Failure>) {
    lock.withLock { self.completion = completion }
    flush()
  }

  func demand(_ more: Subscribers.Demand) {
    lock.withLock { demand += more }
    flush()
  }

  private func flush() {
    lock.lock()
    defer { lock.unlock() }
    while demand > .none, !values.isEmpty {
      demand -= 1
      demand += subscriber.receive(values.removeFirst())
    }
    guard values.isEmpty, let completion else { return }
    self.completion = nil
    subscriber.receive(completion: completion)
  }
}
