import Foundation
import Reactive

/// The subscribers of a timer publisher, and the timer while it is connected.
///
/// It holds the subscriptions and they do not hold it, so that a publisher without an owner is
/// freed.
final class Ticker: Cancellable, @unchecked Sendable {
  // Sendable because `lock` guards everything that changes.
  private let lock = NSLock()
  private var listeners: [DroppingSubscription<Date>] = []
  private var timer: LoopTimer?

  func add(_ listener: DroppingSubscription<Date>) {
    listener.leave { [weak self, unowned listener] in self?.remove(listener) }
    lock.lock()
    listeners.append(listener)
    lock.unlock()
  }

  private func remove(_ listener: DroppingSubscription<Date>) {
    lock.lock()
    listeners.removeAll { $0 === listener }
    lock.unlock()
  }

  /// Keeps a timer, unless there is one.
  func install(_ candidate: LoopTimer) -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard timer == nil else { return false }
    timer = candidate
    return true
  }

  func tick() {
    lock.lock()
    let listeners = listeners
    lock.unlock()
    let date = Date()
    for listener in listeners { listener.send(date) }
  }

  /// Stops the timer and lets go of all subscribers.
  func cancel() {
    lock.lock()
    let (stopped, gone) = (timer, listeners)
    timer = nil
    listeners = []
    lock.unlock()
    stopped?.cancel()
    // Freed here, outside the lock.
    withExtendedLifetime(gone) {}
  }
}
