/// What several upstreams have to say to one downstream: a ledger of its demand, a queue of values,
/// and the end.
///
/// Whoever adds something and finds nobody delivering, delivers: it unlocks, calls, locks again,
/// until nothing is due. So calls into the downstream never overlap and never recurse, and events
/// that come from inside one, or from another thread, wait their turn without blocking anybody.
///
/// Invariants: values leave in the order they came; a failure overtakes values that wait; nothing
/// leaves after the end or after the box was closed.
@usableFromInline final class Outbox<Downstream: Subscriber> {
  @usableFromInline typealias Output = Downstream.Input
  @usableFromInline typealias Completion = Subscribers.Completion<Downstream.Failure>

  /// Who delivers, when nobody's thread does.
  @usableFromInline enum Deliverer {
    @inlinable static var nobody: UInt { 0 }
    /// The subscription has not been handed over yet, so nothing may leave.
    @inlinable static var setup: UInt { 1 }
    /// Demand is on its way upstream; what it brings waits, but came from no delivery.
    @inlinable static var asking: UInt { 2 }
  }

  @usableFromInline let downstream: Downstream
  /// The host's lock, too: its state and this box's change together.
  @usableFromInline let lock = Lock()

  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline var demand = Subscribers.Demand.none
  /// What of the demand `onDemand` has not passed on yet, for a host whose upstream may come
  /// meanwhile, and be asked for all there is: whoever passes it on takes it out.
  @exclusivity(unchecked) @usableFromInline var unforwarded = Subscribers.Demand.none
  /// The thread inside the downstream, or one of `Deliverer`.
  @exclusivity(unchecked) @usableFromInline var deliverer: UInt
  @exclusivity(unchecked) @usableFromInline var isClosed = false
  @exclusivity(unchecked) @usableFromInline var ending: Completion?
  /// What could not leave at once, each with the number of the upstream to be told when it does.
  @exclusivity(unchecked) @usableFromInline var waiting: RingBuffer<(Output, source: Int)>?

  /// Told, under no lock, what the downstream asks for.
  @exclusivity(unchecked) @usableFromInline var onDemand: ((Subscribers.Demand) -> Void)?
  /// Told, under no lock, whose value has left the queue.
  @exclusivity(unchecked) @usableFromInline var onSent: ((_ source: Int) -> Void)?

  @inlinable init(_ downstream: Downstream, isOpen: Bool) {
    self.downstream = downstream
    deliverer = isOpen ? Deliverer.nobody : Deliverer.setup
  }

  /// Lets values leave, now that the downstream has its subscription.
  @usableFromInline func open() {
    lock.lock()
    deliverer = currentThread()
    drainAndUnlock()
  }

  /// Under the lock, which it gives up: delivers a value now if it can, else queues it.
  ///
  /// - Returns: Whether it has left; if not, `onSent` will tell.
  @inlinable func sendAndUnlock(_ value: Output, source: Int = 0) -> Bool {
    if isClosed || ending != nil {
      lock.unlock()
      return false
    }
    guard deliverer == Deliverer.nobody, waiting == nil, demand > 0 else {
      enqueueAndUnlock(value, source)
      return false
    }
    deliverer = currentThread()
    demand -= 1
    lock.unlock()
    let more = downstream.receive(value)
    lock.lock()
    if more > 0 { addDemandAndRelock(more) }
    if waiting == nil && ending == nil {
      deliverer = Deliverer.nobody
      lock.unlock()
    } else {
      drainAndUnlock()
    }
    return true
  }

  @inlinable @inline(never) func enqueueAndUnlock(_ value: Output, _ source: Int) {
    if waiting == nil { waiting = RingBuffer() }
    waiting!.append((value, source))
    lock.unlock()
  }

  /// Under the lock, which it gives up: ends the stream, once the queue has gone out; a failure at
  /// once.
  @inlinable func endAndUnlock(_ completion: Completion) {
    if isClosed || ending != nil { return lock.unlock() }
    ending = completion
    let dropped = completion.isFailure ? waiting : nil
    if completion.isFailure { waiting = nil }
    if deliverer == Deliverer.nobody {
      deliverer = currentThread()
      drainAndUnlock()
    } else {
      lock.unlock()
    }
    withExtendedLifetime(dropped) {}
  }

  /// Takes in the downstream's demand and delivers what it allows.
  @usableFromInline func request(_ more: Subscribers.Demand) {
    lock.lock()
    if isClosed { return lock.unlock() }
    addDemandAndRelock(more)
    guard deliverer == Deliverer.nobody, !isClosed else { return lock.unlock() }
    deliverer = currentThread()
    drainAndUnlock()
  }

  @inlinable func addDemandAndRelock(_ more: Subscribers.Demand) {
    demand += more
    guard let onDemand else { return }
    unforwarded += more
    let isInside = deliverer == currentThread()
    if isInside { deliverer = Deliverer.asking }
    lock.unlock()
    onDemand(more)
    lock.lock()
    if isInside { deliverer = currentThread() }
  }

  /// Under the lock: whether there is demand beyond what the queue will use up.
  @usableFromInline var hasRoom: Bool {
    @inlinable get {
      guard let waiting else { return demand > 0 }
      return demand > waiting.count
    }
  }

  /// Delivers what is due. Called under the lock with `deliverer` set; gives both up.
  @inlinable func drainAndUnlock() {
    while !isClosed {
      if demand > 0, waiting != nil {
        demand -= 1
        let more = sendFirstAndUnlock()
        lock.lock()
        if more > 0 { addDemandAndRelock(more) }
      } else if waiting == nil, let ending {
        let closed = closeLocked()
        lock.unlock()
        downstream.receive(completion: ending)
        withExtendedLifetime(closed) {}
        lock.lock()
      } else {
        break
      }
    }
    deliverer = Deliverer.nobody
    lock.unlock()
  }

  /// A function of its own, so that the value is freed before the lock is taken again.
  @inlinable func sendFirstAndUnlock() -> Subscribers.Demand {
    let (value, source) = waiting!.popFirst()!
    if waiting!.isEmpty { waiting = nil }
    let onSent = onSent
    lock.unlock()
    let more = downstream.receive(value)
    onSent?(source)
    return more
  }

  /// What is to be freed outside the lock after closing.
  @usableFromInline struct Leftovers {
    @usableFromInline let waiting: RingBuffer<(Output, source: Int)>?
    @usableFromInline let onDemand: ((Subscribers.Demand) -> Void)?
    @usableFromInline let onSent: ((Int) -> Void)?

    @inlinable init(
      waiting: RingBuffer<(Output, source: Int)>?, onDemand: ((Subscribers.Demand) -> Void)?,
      onSent: ((Int) -> Void)?
    ) {
      (self.waiting, self.onDemand, self.onSent) = (waiting, onDemand, onSent)
    }
  }

  /// Under the lock: lets nothing more out. Nil if that was so before.
  @inlinable func closeLocked() -> Leftovers? {
    if isClosed { return nil }
    isClosed = true
    let leftovers = Leftovers(waiting: waiting, onDemand: onDemand, onSent: onSent)
    waiting = nil
    onDemand = nil
    onSent = nil
    return leftovers
  }
}
