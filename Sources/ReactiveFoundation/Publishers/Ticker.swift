import Foundation
import Reactive

/// The subscribers of a timer publisher, and the timer while it is connected.
///
/// It references the subscriptions and they do not reference it, so that a publisher without an
/// owner is freed.
final class Ticker: Cancellable, Sendable {
  private let state = Locked(State())

  private struct State {
    var listeners: [DroppingSubscription<Date>] = []
    var timer: LoopTimer?
  }

  func add(_ listener: DroppingSubscription<Date>) {
    listener.leave { [weak self, unowned listener] in self?.remove(listener) }
    state.withLock { $0.listeners.append(listener) }
  }

  private func remove(_ listener: DroppingSubscription<Date>) {
    state.withLock { $0.listeners.removeAll { $0 === listener } }
  }

  /// Keeps a timer, unless there is one already.
  func install(_ candidate: LoopTimer) -> Bool {
    state.withLock { state in
      if state.timer != nil { return false }
      state.timer = candidate
      return true
    }
  }

  func tick() {
    let listeners = state.withLock { $0.listeners }
    let date = Date()
    for listener in listeners { listener.send(date) }
  }

  /// Stops the timer and releases all subscribers, outside the lock.
  func cancel() {
    let ended = state.withLock { state in
      defer { state = State() }
      return state
    }
    ended.timer?.cancel()
  }
}
