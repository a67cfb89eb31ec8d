/// A host of several upstreams that have one downstream: a ledger of its demand, a queue of values,
/// the end, and the ways back.
///
/// Whoever adds something and finds nobody delivering, delivers: it unlocks, calls, locks again,
/// until nothing is due. So calls into the downstream never overlap and never recurse, and events
/// that come from inside one, or from another thread, wait their turn without blocking anybody.
///
/// Invariants: values leave in the order they came; a failure overtakes values that wait; nothing
/// leaves after the end or after a cancel; while nobody delivers no value waits that is asked for.
@usableFromInline
package class Outbox<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  @usableFromInline package typealias Output = Downstream.Input
  @usableFromInline package typealias Completion = Subscribers.Completion<Downstream.Failure>

  /// Who delivers, when nobody's thread does.
  @usableFromInline package enum Deliverer {
    @inlinable package static var nobody: UInt { 0 }
    /// The subscription has not been handed over yet, so nothing may leave. With a thread's number,
    /// which is even, it is being handed over there: what comes from that thread may leave.
    @inlinable package static var setup: UInt { 1 }
    /// Demand is on its way upstream; what it brings waits, but came from no delivery.
    @inlinable package static var asking: UInt { 2 }
  }

  @usableFromInline package final let downstream: Downstream, description: String
  /// Guards all that a subclass adds, too: it changes together with this.
  @usableFromInline package final let lock = Lock()

  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline package final var demand = Subscribers.Demand.none
  /// What of the demand `forward` has not passed on yet, for a host whose upstream may come
  /// meanwhile, and be asked for all there is: whoever passes it on takes it out.
  @exclusivity(unchecked) @usableFromInline package final var unforwarded = Subscribers.Demand.none
  /// The thread inside the downstream, or one of `Deliverer`.
  @exclusivity(unchecked) @usableFromInline package final var deliverer: UInt
  /// What `deliverer` goes back to after a delivery: nobody, once the subscription is handed over.
  @exclusivity(unchecked) @usableFromInline package final var idle: UInt
  @exclusivity(unchecked) @usableFromInline package final var isClosed = false
  @exclusivity(unchecked) @usableFromInline package final var ending: Completion?
  /// What could not leave at once, each with the place of the upstream to be told when it does.
  @exclusivity(unchecked) @usableFromInline package final var waiting:
    RingBuffer<(Output, source: Int)>?
  /// The ways back, by the place that the subclass has given each upstream.
  @exclusivity(unchecked) @usableFromInline package final var upstreams: [UpstreamState]

  @inlinable package init(
    _ downstream: Downstream, label: String, upstreams count: Int, isOpen: Bool
  ) {
    self.downstream = downstream
    description = label
    upstreams = Array(repeating: .awaiting, count: count)
    idle = isOpen ? Deliverer.nobody : Deliverer.setup
    deliverer = idle
  }

  // For the optimiser's sake; see `UpstreamLink`.
  @inline(never) deinit {}

  // MARK: For a subclass to override; called with no lock held, unless they say otherwise

  /// The downstream asks for more.
  @usableFromInline package func forward(_ demand: Subscribers.Demand) {}

  /// The value of an upstream has left the queue.
  @usableFromInline package func hasSent(from source: Int) {}

  /// Under the lock: ends all ways back, which are to be cancelled outside it.
  @usableFromInline package func endUpstreamsLocked() -> [UpstreamState.Ended] {
    upstreams.indices.map { upstreams[$0].end() }
  }

  /// Whether the stream may end now; asked under the lock when no value can leave before.
  @usableFromInline package func isDue(_ ending: Completion) -> Bool { waiting == nil }

  // MARK: Upstreams

  /// Keeps an upstream's subscription; cancels a second one, and one that comes too late.
  @inlinable package final func keep(_ subscription: any Subscription, from place: Int) -> Bool {
    lock.lock()
    let isKept = !isClosed && upstreams[place].accept(subscription)
    lock.unlock()
    if !isKept { subscription.cancel() }
    return isKept
  }

  /// Under the lock, which it gives up: cancels all upstreams, then ends the stream.
  @usableFromInline @inline(never) package final func cutOffAndUnlock(_ completion: Completion) {
    let ended = endUpstreamsLocked()
    lock.unlock()
    for upstream in ended { upstream.cancel() }
    lock.lock()
    endAndUnlock(completion)
  }

  // MARK: Delivering

  /// Hands the subscription over, unless that was done before. What the downstream asks for from
  /// inside may leave at once, as an upstream that never ends would never return; what comes from
  /// another thread meanwhile waits.
  @usableFromInline package final func start() {
    lock.lock()
    guard deliverer == Deliverer.setup else { return lock.unlock() }
    idle = currentThread() | Deliverer.setup
    deliverer = idle
    lock.unlock()
    downstream.receive(subscription: self)
    lock.lock()
    idle = Deliverer.nobody
    _ = drainAndUnlock()
  }

  /// Under the lock: whether this thread may deliver now.
  @inlinable package final var isFree: Bool {
    deliverer == Deliverer.nobody || deliverer == currentThread() | Deliverer.setup
  }

  /// Under the lock, which it gives up: delivers a value now if it can, else queues it.
  ///
  /// - Returns: How many values have left, this one and others behind it; none if it waits: then
  ///   `hasSent` will tell.
  @inlinable package final func sendAndUnlock(_ value: Output, source: Int = 0) -> Int {
    if isClosed || ending != nil {
      lock.unlock()
      return 0
    }
    guard isFree, waiting == nil, demand > 0 else {
      enqueueAndUnlock(value, source)
      return 0
    }
    deliverer = currentThread()
    demand -= 1
    lock.unlock()
    let more = downstream.receive(value)
    lock.lock()
    if more > 0 { addDemandAndRelock(more) }
    if waiting != nil || ending != nil { return 1 + drainAndUnlock() }
    deliverer = idle
    lock.unlock()
    return 1
  }

  @inlinable @inline(never) package final func enqueueAndUnlock(_ value: Output, _ source: Int) {
    if waiting == nil { waiting = RingBuffer() }
    waiting!.append((value, source))
    lock.unlock()
  }

  /// Under the lock, which it gives up: ends the stream, once the queue has gone out; a failure at
  /// once.
  @inlinable package final func endAndUnlock(_ completion: Completion) {
    if isClosed || ending != nil { return lock.unlock() }
    ending = completion
    let dropped = completion.isFailure ? waiting : nil
    if completion.isFailure { waiting = nil }
    _ = deliverAndUnlock()
    withExtendedLifetime(dropped) {}
  }

  @inlinable package final func addDemandAndRelock(_ more: Subscribers.Demand) {
    demand += more
    if isClosed { return }
    unforwarded += more
    let isInside = deliverer == currentThread()
    if isInside { deliverer = Deliverer.asking }
    lock.unlock()
    forward(more)
    lock.lock()
    if isInside { deliverer = currentThread() }
  }

  /// Under the lock: whether there is demand beyond what the queue will use up.
  @inlinable package final var hasRoom: Bool { waiting.map { demand > $0.count } ?? (demand > 0) }

  /// Under the lock, which it gives up: delivers what is due, unless somebody is at it already.
  ///
  /// - Returns: How many values have left.
  @inlinable package final func deliverAndUnlock() -> Int {
    if isFree && !isClosed { return drainAndUnlock() }
    lock.unlock()
    return 0
  }

  /// The same for whoever is at it.
  @inlinable package final func drainAndUnlock() -> Int {
    deliverer = currentThread()
    var count = 0
    while !isClosed {
      if demand > 0, waiting != nil {
        demand -= 1
        let more = sendFirstAndUnlock()
        count += 1
        lock.lock()
        if waiting?.isEmpty ?? false { waiting = nil }
        if more > 0 { addDemandAndRelock(more) }
      } else if let ending, isDue(ending) {
        finishAndUnlock(ending)
        lock.lock()
      } else {
        break
      }
    }
    deliverer = idle
    lock.unlock()
    return count
  }

  // Functions of their own, so that what they let go of is freed before the lock is taken again.

  /// The queue stays, even if it is empty now, until `hasSent` has told the value's source.
  @inlinable package final func sendFirstAndUnlock() -> Subscribers.Demand {
    let (value, source) = waiting!.popFirst()!
    lock.unlock()
    let more = downstream.receive(value)
    hasSent(from: source)
    return more
  }

  @inlinable package final func finishAndUnlock(_ completion: Completion) {
    isClosed = true
    let dropped = waiting
    waiting = nil
    lock.unlock()
    downstream.receive(completion: completion)
    withExtendedLifetime(dropped) {}
  }

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    more.requirePositive(description)
    lock.lock()
    if isClosed { return lock.unlock() }
    addDemandAndRelock(more)
    _ = deliverAndUnlock()
  }

  @usableFromInline package func cancel() {
    lock.lock()
    isClosed = true
    let dropped = waiting
    waiting = nil
    let ended = endUpstreamsLocked()
    lock.unlock()
    for upstream in ended { upstream.cancel() }
    withExtendedLifetime(dropped) {}
  }
}

/// A host whose upstreams all send what its downstream receives, told apart by numbers.
@usableFromInline package protocol Junction<Downstream>: AnyObject {
  associatedtype Downstream: Subscriber
  func accept(_ subscription: any Subscription, from number: Int)
  func receive(_ value: Downstream.Input, from number: Int) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Downstream.Failure>, from number: Int)
}

/// The subscriber of one upstream of a junction.
@usableFromInline package struct Inlet<Host: Junction>: Subscriber {
  @usableFromInline package let host: Host, number: Int

  @inlinable package init(_ host: Host, _ number: Int) { (self.host, self.number) = (host, number) }
  @usableFromInline package var combineIdentifier: CombineIdentifier { CombineIdentifier(host) }
  @inlinable
  package func receive(subscription: any Subscription) { host.accept(subscription, from: number) }

  @inlinable package func receive(_ input: Host.Downstream.Input) -> Subscribers.Demand {
    host.receive(input, from: number)
  }

  @inlinable package func receive(completion: Subscribers.Completion<Host.Downstream.Failure>) {
    host.receive(completion: completion, from: number)
  }
}
