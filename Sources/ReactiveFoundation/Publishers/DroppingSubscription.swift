import Foundation
import Reactive

/// The subscription of a source that does not wait: values without demand are dropped.
///
/// Values are passed on by the thread that brings them. Two threads take turns; a value that comes
/// from inside a delivery nests.
final class DroppingSubscription<Output>: Subscription, CustomStringConvertible, @unchecked Sendable
{
  // Sendable because `lock` guards everything that changes, and `turn` serialises the subscriber.
  let description: String
  private let lock = Lock()
  /// Held during calls into the subscriber, and for nothing else.
  private let turn = NSRecursiveLock()

  /// The subscriber, until it cancels.
  private var receive: ((Output) -> Subscribers.Demand)?
  private var demand = Subscribers.Demand.none
  private var onCancel: (() -> Void)?

  init<S: Subscriber>(_ subscriber: S, label: String) where S.Input == Output {
    receive = { subscriber.receive($0) }
    description = label
  }

  /// Sets how to leave the source; must be called before the subscriber is given the subscription.
  func leave(by onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  /// Passes a value on if there is demand.
  func send(_ value: Output) {
    turn.lock()
    defer { turn.unlock() }
    lock.lock()
    guard let receive, demand > 0 else { return lock.unlock() }
    demand -= 1
    lock.unlock()
    let more = receive(value)
    if more > 0 { add(more) }
  }

  func request(_ demand: Subscribers.Demand) {
    precondition(
      demand > 0, "\(description): a subscriber requested no values; ask for at least one.")
    add(demand)
  }

  private func add(_ more: Subscribers.Demand) {
    lock.withLock { if receive != nil { demand += more } }
  }

  func cancel() {
    // Taken, to be freed outside the lock.
    let taken = lock.withLock { (receive.take(), onCancel.take()) }
    taken.1?()
  }
}
