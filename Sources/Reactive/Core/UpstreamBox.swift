import Synchronization

/// The way back to an upstream, for a subscriber that is a struct: its subscription, until the end.
@usableFromInline final class UpstreamBox: Cancellable {
  private let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) private var state = UpstreamState.awaiting
  @usableFromInline let isDone = Atomic<Bool>(false)

  @usableFromInline init() {}

  /// Keeps the first subscription; cancels any further one, and one that comes too late.
  @usableFromInline func accept(_ subscription: any Subscription) -> Bool {
    let accepted = lock.withLock { state.accept(subscription) }
    if !accepted { subscription.cancel() }
    return accepted
  }

  @usableFromInline func request(_ demand: Subscribers.Demand) {
    lock.lock()
    let subscription = state.held
    lock.unlock()
    subscription.request(demand)
  }

  /// Lets go of the subscription, which has ended, while the completion is still under way.
  @usableFromInline func letGo() { lock.withLock { state.end() }.release() }

  /// Lets go of the subscription, which has ended; false if that had happened before.
  @usableFromInline func end() -> Bool {
    let ended = lock.withLock { state.end() }
    ended.release()
    return !isDone.exchange(true, ordering: .sequentiallyConsistent)
  }

  /// Cancels the upstream; false if that had happened before.
  @usableFromInline @discardableResult func cancelOnce() -> Bool {
    // In one order with `Sink`'s check of whether somebody is inside.
    let isFirst = !isDone.exchange(true, ordering: .sequentiallyConsistent)
    lock.withLock { state.end() }.cancel()
    return isFirst
  }

  /// Ends the stream now, and cancels the upstream by way of a scheduler.
  @usableFromInline func cancel(by schedule: (@escaping () -> Void) -> Void) {
    isDone.store(true, ordering: .sequentiallyConsistent)
    let ended = lock.withLock { state.end() }
    if ended.wasSubscribed { schedule { ended.cancel() } }
  }

  @usableFromInline func cancel() { cancelOnce() }
}
