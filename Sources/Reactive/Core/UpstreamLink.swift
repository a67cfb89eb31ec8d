import Synchronization

/// The link back to an upstream: its subscription, until the end. Most hosts are one.
@usableFromInline package class UpstreamLink: Canceller {
  @usableFromInline final let lock = Lock()
  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline final var upstream = UpstreamState.awaiting
  @exclusivity(unchecked) @usableFromInline final var isCancelled = false
  /// The demand requested before there was a subscription.
  @exclusivity(unchecked) @usableFromInline final var earlyDemand = Subscribers.Demand.none
  /// True if the downstream must receive nothing more.
  @usableFromInline final let isDone = Atomic<Bool>(false)

  @inlinable override init() {}

  // Not inlined into a subclass's, as Swift 6.3's optimiser then fails at the atomics' end of life.
  @inline(never) deinit {}
  @inlinable final var isOver: Bool { isDone.load(ordering: .relaxed) }
  @inlinable final func markOver() { isDone.store(true, ordering: .relaxed) }

  /// Ends the stream; false if it was over before.
  @inlinable final func takeEnd() -> Bool { !isDone.exchange(true, ordering: .relaxed) }

  /// Keeps the first subscription; cancels any further or late one.
  @inlinable final func accept(_ subscription: any Subscription) -> Bool {
    let accepted = lock.withLock { upstream.accept(subscription) }
    if !accepted { subscription.cancel() }
    return accepted
  }

  @inlinable final func ask(_ demand: Subscribers.Demand) {
    lock.lock()
    if upstream.isAwaiting { earlyDemand += demand }
    let held = upstream.held
    lock.unlock()
    held.request(demand)
  }

  /// Releases the subscription, which has ended, while the completion is still being sent; returns
  /// false if there was none.
  @inlinable final func letGo() -> Bool { lock.withLock { upstream.complete() }.isFirst }

  /// Releases the subscription, which has ended; false if the stream was over before.
  @usableFromInline final func end() -> Bool { letGo() && takeEnd() }

  /// Ends the stream from within, by cancelling the upstream; false if it was over before.
  @usableFromInline final func endEarly() -> Bool {
    let ended = lock.withLock { upstream.end() }
    let isFirst = takeEnd()
    // Cancelled even so: a cancel on another thread finds no subscription any more.
    ended.cancel()
    // The downstream may have cancelled from inside upstream's cancel.
    return isFirst && !lock.withLock { isCancelled }
  }

  /// Ends the stream now, and cancels the upstream through a scheduler.
  @usableFromInline package final func cancel(by schedule: (@escaping () -> Void) -> Void) {
    markOver()
    let ended = lock.withLock { upstream.end() }
    if ended.wasSubscribed { schedule { ended.cancel() } }
  }

  @inlinable package override func cancel() {
    markOver()
    lock.lock()
    isCancelled = true
    let ended = upstream.end()
    lock.unlock()
    ended.cancel()
  }
}
