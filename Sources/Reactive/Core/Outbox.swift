/// A host of several upstreams that have one downstream: the ledger for the downstream, and the
/// links back to the upstreams.
///
/// A thread that adds something while no thread has the turn takes it, and delivers until nothing
/// is due. So calls into the downstream never overlap or recurse; events from inside one, or from
/// another thread, wait their turn without blocking a thread.
@usableFromInline
package class Outbox<Downstream: Subscriber>: Subscription, CustomStringConvertible {
  @usableFromInline package typealias Output = Downstream.Input
  @usableFromInline package typealias Completion = Subscribers.Completion<Downstream.Failure>
  @usableFromInline package typealias Entries = Ledger<Downstream.Input, Downstream.Failure>

  @usableFromInline final let downstream: Downstream
  @usableFromInline package final let description: String
  /// Guards everything that a subclass or an owner adds, too: it changes together with this.
  @usableFromInline package final let lock = BiasedLock()

  // Exclusivity is unchecked because `lock` guards every access.
  @exclusivity(unchecked) @usableFromInline package final var ledger: Entries
  /// The links back, by the index that the host has given each upstream.
  @exclusivity(unchecked) @usableFromInline package final var upstreams: [UpstreamState]
  /// Another action at a cancel.
  @exclusivity(unchecked) @usableFromInline package final var onCancel: ((Outbox) -> Void)?

  @inlinable package init(
    _ downstream: Downstream, label: String, upstreams count: Int, isOpen: Bool,
    endRule: Entries.EndRule = .failureOvertakesValues
  ) {
    self.downstream = downstream
    description = label
    upstreams = Array(repeating: .awaiting, count: count)
    ledger = Entries(isOpen: isOpen, endRule: endRule)
  }

  // For the optimiser's sake; see `UpstreamLink`.
  @inline(never) deinit {}

  // MARK: For a subclass to override

  /// Passes the downstream's request on. Unless overridden, it goes to the upstream at index
  /// 0.
  @usableFromInline func forward() {
    lock.lock()
    let first = upstreams.first?.subscription
    let demand = first == nil ? .none : ledger.takeUnforwarded()
    lock.unlock()
    if demand > 0 { first?.request(demand) }
  }

  /// Reports that a value of an upstream has left the queue.
  @usableFromInline func hasSent(from source: Int) {}

  /// Ends all links back; the caller, who holds the lock, cancels them outside it.
  @usableFromInline func endUpstreams() -> [UpstreamState] {
    upstreams.indices.map { upstreams[$0].end() }
  }

  // MARK: Upstreams

  /// Keeps an upstream's subscription; cancels a second or late one.
  @inlinable package final func keep(_ subscription: any Subscription, from index: Int) -> Bool {
    lock.lock()
    let isKept = !ledger.isClosed && upstreams[index].accept(subscription)
    lock.unlock()
    if !isKept { subscription.cancel() }
    return isKept
  }

  /// Keeps the subscription of the upstream at index 0, and requests the present demand
  /// from it.
  @usableFromInline package final func keepAsking(_ subscription: any Subscription) {
    if keep(subscription, from: 0) { forward() }
  }

  /// Asks the upstream at index 0.
  @usableFromInline final func ask(_ demand: Subscribers.Demand) {
    lock.withLock { upstreams[0].held }.request(demand)
  }

  /// Cancels all upstreams, then ends the stream.
  @usableFromInline @inline(never) package final func cutOff(_ completion: Completion) {
    for upstream in lock.withLock({ endUpstreams() }) { upstream.cancel() }
    end(completion)
  }

  // MARK: Delivering

  /// Hands the subscription over, unless that was done before. Values that the downstream requests
  /// from inside may leave at once, as an upstream that never ends would never return; values that
  /// come from another thread meanwhile wait. Returns how many values have left since.
  @usableFromInline @discardableResult package final func start() -> Int {
    guard lock.withLock({ ledger.beginSetup() }) else { return 0 }
    downstream.receive(subscription: self)
    lock.withLock { _ = ledger.endSetup() }
    return drain()
  }

  /// Sends a value now if it can leave, else keeps it until it can. Returns how many values have
  /// left: this one and others after it, or none if it waits: then `hasSent` will report it.
  @inlinable @discardableResult package final func send(_ value: Output, from source: Int = 0)
    -> Int
  {
    let me = currentThread()
    lock.lock(me)
    let isAdmitted = ledger.admit(value, from: source, by: me)
    lock.unlock()
    return isAdmitted ? deliver(value, by: me) : 0
  }

  /// Delivers a value that the ledger has admitted, then all events that have become due.
  @inlinable @inline(__always) @discardableResult
  package final func deliver(_ value: Output, by me: UInt = currentThread()) -> Int {
    let more = downstream.receive(value)
    lock.lock(me)
    let isOver = ledger.endTurn(after: more)
    lock.unlock()
    return isOver ? 1 : 1 + resume(after: more)
  }

  /// Delivers a value that the ledger has admitted. The demand that the downstream returns is
  /// returned to the sender of the value, and not requested.
  @inlinable package final func deliverReturning(
    _ value: Output, by me: UInt = currentThread()
  ) -> Subscribers.Demand {
    let more = downstream.receive(value)
    lock.lock(me)
    ledger.demand += more
    let isOver = ledger.endTurn(after: .none)
    lock.unlock()
    if !isOver { resume(after: .none) }
    return more
  }

  /// Continues a turn after a delivery, if something is due. Out of line, to keep the usual path
  /// short.
  @inlinable @inline(never) @discardableResult final func resume(after more: Subscribers.Demand)
    -> Int
  { perform(lock.withLock { ledger.next(after: more) }) }

  /// Takes a turn: performs steps until nothing is due. Returns the number of values sent.
  @inlinable @inline(never) @discardableResult package final func perform(_ first: Entries.Step)
    -> Int
  {
    var step = first
    var count = 0
    while true {
      var more = Subscribers.Demand.none
      // Consumed, so that the value is freed before the lock is taken again.
      switch consume step {
      case .send(let value, let source):
        more = downstream.receive(value)
        hasSent(from: source)
        count += 1
      case .forward:
        forward()
        step = lock.withLock { ledger.takeTurn() }
        continue
      case .finish(let completion, _): downstream.receive(completion: completion)
      case .rest: return count
      }
      lock.lock()
      step = ledger.next(after: more)
      lock.unlock()
    }
  }

  /// Sends everything that is due, unless another thread has the turn. Returns how many values have
  /// left.
  @inlinable @discardableResult package final func drain() -> Int {
    perform(lock.withLock { ledger.takeTurn() })
  }

  /// Ends the stream, once the values that wait have gone out; see `EndRule`.
  @inlinable package final func end(_ completion: Completion) {
    lock.withLock { ledger.end(completion) }
    drain()
  }

  // MARK: Subscription

  @usableFromInline package func request(_ more: Subscribers.Demand) {
    more.requirePositive(description)
    lock.lock()
    let me = currentThread()
    let isInside = ledger.turn == me
    let isOpen = ledger.add(more)
    lock.unlock()
    if !isOpen { return }
    forward()
    if isInside { lock.withLock { ledger.turn = me } } else { drain() }
  }

  @usableFromInline package func cancel() {
    lock.lock()
    let dropped = ledger.close()
    let ended = endUpstreams()
    let hook = onCancel
    onCancel = nil
    lock.unlock()
    for upstream in ended { upstream.cancel() }
    hook?(self)
    withExtendedLifetime(dropped) {}
  }
}
