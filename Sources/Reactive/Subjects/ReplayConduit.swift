/// The subscription between a replaying subject and one of its subscribers: what waits for it.
@usableFromInline
package final class ReplayConduit<Output, Failure: Error>: Outbox<ErasedSubscriber<Output, Failure>>
{
  /// Takes the conduit off its subject's list, and keeps the subject alive while somebody listens.
  // Exclusivity is unchecked because it is set before the subscriber has the subscription, and
  // after that the outbox's lock guards every access.
  @exclusivity(unchecked) @usableFromInline package var leave: ((ReplayConduit) -> Void)?

  @usableFromInline package init(_ subscriber: ErasedSubscriber<Output, Failure>) {
    super.init(subscriber, label: "ReplaySubject", upstreams: 0, isOpen: false)
  }

  /// Takes the turn to deliver if nothing waits and a value is wanted. Under the subject's lock.
  @inlinable package func claim() -> Bool {
    lock.lock()
    defer { lock.unlock() }
    guard deliverer == Deliverer.nobody, waiting == nil, demand > 0, !isClosed else { return false }
    deliverer = currentThread()
    demand -= 1
    return true
  }

  /// Delivers a value, then what came meanwhile. Who is told earlier may have cancelled this.
  @inlinable package func deliverClaimed(_ value: Output) {
    let isClosed = lock.withLock { self.isClosed }
    let more = isClosed ? .none : downstream.receive(value)
    lock.lock()
    demand += more
    _ = drainAndUnlock()
  }

  /// Adds a value to what waits. Under the subject's lock.
  @inlinable package func enqueue(_ value: Output) {
    lock.lock()
    if isClosed { lock.unlock() } else { enqueueAndUnlock(value, 0) }
  }

  /// Has the stream end behind what waits. Under the lock of the subject, which is in use and so
  /// not freed by being let go.
  @usableFromInline package func finish(_ completion: Subscribers.Completion<Failure>) {
    lock.lock()
    ending = completion
    leave = nil
    lock.unlock()
  }

  /// Delivers what is due, unless somebody else does so already.
  @inlinable package func drain() {
    lock.lock()
    _ = deliverAndUnlock()
  }

  @usableFromInline package override func cancel() {
    super.cancel()
    var left: ((ReplayConduit) -> Void)?
    lock.withLock { swap(&leave, &left) }
    left?(self)
  }
}
