import Synchronization

/// The subscription between a subject and one of its subscribers; this part knows no types.
///
/// It works in one of two ways. Once unlimited demand has been met it is *steady*: the holder of
/// the subject's role calls the subscriber, with one check and no lock. Until then every step takes
/// the subject's lock, and `gate` names the thread that is inside the subscriber: first the one
/// that hands it this subscription.
///
/// Invariants: `gate` is never held while steady; steady is left only for dead; a dead conduit that
/// is still among its subject's members is passed over; the subscriber is freed once, when the
/// conduit is dead, not parked and its gate is free.
@usableFromInline class ConduitCore: RoomySubscription, Subscription, CustomStringConvertible {
  @usableFromInline final let core: BroadcastCore

  // Exclusivity is unchecked because all of this changes under the subject's lock.
  /// The place in the order of joining; set once, by the subject.
  @exclusivity(unchecked) @usableFromInline final var number: UInt64 = 0
  @exclusivity(unchecked) final var demand = Subscribers.Demand.none
  @exclusivity(unchecked) final var gate = currentThread()
  /// True while the subscriber is still being handed this subscription, by the gate's thread.
  @exclusivity(unchecked) final var isOpening = true
  /// True if the subject's latest value is still to be delivered.
  @exclusivity(unchecked) final var owesLatest: Bool
  /// The version that was taken as the subject's latest value, so that it is not delivered again
  /// when its send gets here. Does not change any more once the conduit is steady.
  @exclusivity(unchecked) @usableFromInline final var takenVersion: UInt64 = 0
  /// The newest version delivered while the conduit counts.
  @exclusivity(unchecked) final var newestVersion: UInt64 = 0
  @exclusivity(unchecked) private var isParked = false
  @exclusivity(unchecked) private var isFreed = false
  /// The subject itself, which lives as long as it has a subscriber.
  @exclusivity(unchecked) private var owner: AnyObject?
  /// Frees the subscriber; a closure, as in ``Conduit``. Called once, with no lock held.
  private let freeSubscriber: (ConduitCore) -> Void

  @usableFromInline init(
    _ core: BroadcastCore, owner: AnyObject?, freeSubscriber: @escaping (ConduitCore) -> Void
  ) {
    self.core = core
    self.owner = owner
    self.freeSubscriber = freeSubscriber
    owesLatest = core.remembers
  }

  deinit { if !isFreed { freeSubscriber(self) } }

  @usableFromInline final var description: String { label ?? core.label }
  @usableFromInline
  func request(_ demand: Subscribers.Demand) { fatalError("Conduit implements this.") }

  @usableFromInline final override func cancel() {
    if !end() { phase.store(Phase.cancelled, ordering: .relaxed) }
  }

  @usableFromInline final override func end() -> Bool {
    core.lock.lock()
    if isDead {
      core.lock.unlock()
      return false
    }
    phase.store(Phase.dead, ordering: .relaxed)
    let swept = core.dismiss(self)
    let isMine = claimFreeing()
    core.lock.unlock()
    if isMine { free() }
    withExtendedLifetime(swept) {}
    return true
  }

  /// Has unlimited demand from the beginning, and a subscriber that needs no subscription. Called
  /// before any thread knows of the conduit.
  @usableFromInline final func beginSteady() {
    (demand, gate, isOpening) = (.unlimited, 0, false)
    phase.store(Phase.steady, ordering: .relaxed)
  }

  // MARK: For callers who hold the lock

  /// Dies, for a completion that is about to be delivered by the role's holder.
  final func die() {
    phase.store(Phase.dead, ordering: .relaxed)
    if core.markRole(BroadcastCore.Role.hasParked) { park() }
  }

  /// Keeps itself until the end of the delivery that may still use it.
  final func park() {
    isParked = true
    core.parked.append(self)
  }

  /// Reports the end of the delivery during which the conduit was removed.
  @usableFromInline final func unpark() { isParked = false }

  /// Returns true if the caller is to free the subscriber: once, when no thread can be inside it
  /// any more.
  final func claimFreeing() -> Bool {
    check()
    guard isDead, !isParked, gate == 0, !isFreed else { return false }
    isFreed = true
    return true
  }

  /// Checks, in debug builds, the invariants that hold whenever the lock is released.
  final func check() {
    let now = phase.load(ordering: .relaxed)
    assert(now != Phase.steady || gate == 0, "The gate of a steady conduit is held.")
    assert(!isFreed || now >= Phase.dead && gate == 0, "The subscriber was freed too early.")
  }

  // MARK: For callers without the lock

  /// Frees the subscriber if no thread can be inside it any more.
  @usableFromInline final func freeIfOver() { if core.lock.withLock({ claimFreeing() }) { free() } }

  /// Frees the subscriber, and lets go of the subject; for the caller that `claimFreeing` allowed
  /// it.
  final func free() {
    let owner = owner
    self.owner = nil
    freeSubscriber(self)
    withExtendedLifetime(owner) {}
  }
}

/// The subscription between a subject and one of its subscribers.
@usableFromInline final class Conduit<Output, Failure: Error>: ConduitCore {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  // Closures that hold nothing, made where the subscriber's type is known. A virtual method of a
  // generic class would run unspecialised.
  @usableFromInline let onValue: (Conduit, Output) -> Subscribers.Demand
  @usableFromInline let onCompletion: (Conduit, Completion) -> Void

  /// The events that came while another thread held the gate; nil as long as there were none, which
  /// is nearly always. Changes under the subject's lock. An object of its own, so that conduits
  /// without one are made and freed without looking up its types.
  @exclusivity(unchecked) @usableFromInline var overflow: Overflow?

  @usableFromInline final class Overflow {
    fileprivate var values = RingBuffer<Output>()
    fileprivate var completion: Completion?
  }

  @inlinable @inline(__always) init<S: Subscriber<Output, Failure>>(
    _ subject: Broadcast<Output, Failure>, owner: AnyObject?, _ make: (_Host) -> S
  ) {
    onValue = { conduit, value in
      conduit.room.seat(of: S.self).pointee.call { $0.receive(value) }
    }
    onCompletion = { conduit, completion in
      conduit.room.seat(of: S.self).pointee.call { $0.receive(completion: completion) }
    }
    super.init(subject, owner: owner) { $0.room.empty(of: S.self) }
    room.fill(with: make(_Host(self)))
  }

  private var subject: Broadcast<Output, Failure> {
    unsafeDowncast(core, to: Broadcast<Output, Failure>.self)
  }

  // MARK: Delivering; the caller holds the subject's role

  @inlinable func deliver(_ value: Output, _ version: UInt64) {
    if phase.load(ordering: .acquiring) == Phase.steady {
      // A request, on another thread or in a delivery around this one, may have delivered the value
      // as the latest already.
      guard version == 0 || version > takenVersion else { return }
      _ = onValue(self, value)
    } else {
      deliverSlowly(value, version)
    }
  }

  @usableFromInline @inline(never) func deliverSlowly(_ value: Output, _ version: UInt64) {
    if isDead { return }
    let me = currentThread()
    core.lock.lock()
    let now = phase.load(ordering: .relaxed)
    // A value that waited in the subject's queue may have been taken as its latest meanwhile.
    let isNew = version == 0 || version > takenVersion
    if now == Phase.steady && isNew {
      core.lock.unlock()
      _ = onValue(self, value)
      return
    }
    guard now == Phase.counting, isNew, overflow?.completion == nil, !owesLatest, demand > 0 else {
      // Without demand a subject that remembers owes its latest value; one that does not has
      // dropped it.
      if now == Phase.counting && version > newestVersion { owesLatest = true }
      return core.lock.unlock()
    }
    demand -= 1
    newestVersion = max(newestVersion, version)
    guard gate == 0 || (gate == me && overflow == nil) else {
      makeOverflow().values.append(value)
      return core.lock.unlock()
    }
    let isOutermost = gate == 0
    gate = me
    core.lock.unlock()
    let more = onValue(self, value)
    core.lock.lock()
    demand += more
    let isDone = !isOutermost || leaveGate()
    core.lock.unlock()
    if !isDone { settle() }
  }

  @usableFromInline func finish(_ completion: Completion) {
    core.lock.lock()
    guard !isDead, overflow?.completion == nil else {
      return core.lock.unlock()
    }
    owesLatest = false
    guard gate == 0 || (gate == currentThread() && overflow == nil) else {
      makeOverflow().completion = completion
      return core.lock.unlock()
    }
    die()
    core.lock.unlock()
    onCompletion(self, completion)
  }

  private func makeOverflow() -> Overflow {
    let made = overflow ?? Overflow()
    overflow = made
    return made
  }

  /// Opens the gate once the subscriber has the subscription: delivers the values that other
  /// threads have sent meanwhile.
  @usableFromInline func open() {
    core.lock.lock()
    isOpening = false
    // Nearly always nothing came; `settle` would look up the types first.
    let isDone = leaveGate()
    core.lock.unlock()
    if !isDone { settle() }
  }

  /// Gives the gate back, or keeps it while the subscription is still being handed over; false if
  /// something has to be delivered first.
  private func leaveGate() -> Bool {
    guard phase.load(ordering: .relaxed) == Phase.counting, overflow == nil,
      !owesLatest || demand == .none
    else { return false }
    if isOpening { return true }
    gate = 0
    if demand == .unlimited { phase.store(Phase.steady, ordering: .releasing) }
    check()
    return true
  }

  // MARK: Demand

  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    demand.requirePositive(core.label)
    if isDead { return }
    take(demand)
    // Only now, because an upstream may send at once.
    core.requestUpstreams()
  }

  private func take(_ demand: Subscribers.Demand) {
    core.lock.lock()
    guard phase.load(ordering: .relaxed) == Phase.counting else { return core.lock.unlock() }
    self.demand += demand
    // Values requested while the subscription is handed over are delivered at once, too.
    guard gate == 0 || (isOpening && gate == currentThread()) else { return core.lock.unlock() }
    guard owesLatest else {
      // Nothing waits while the gate is free.
      if gate == 0 && self.demand == .unlimited { phase.store(Phase.steady, ordering: .releasing) }
      return core.lock.unlock()
    }
    gate = currentThread()
    core.lock.unlock()
    settle()
  }

  /// Delivers what has come due while `gate` is held, then gives it back, unless the subscription
  /// is still being handed over.
  private func settle() {
    core.lock.lock()
    while phase.load(ordering: .relaxed) == Phase.counting {
      let value: Output
      if let queued = overflow?.values.popFirst() {
        value = queued
      } else if owesLatest, demand > 0, let latest = subject.latest {
        owesLatest = false
        demand -= 1
        takenVersion = subject.version
        newestVersion = takenVersion
        value = latest
      } else if let completion = overflow?.completion {
        die()
        core.lock.unlock()
        onCompletion(self, completion)
        core.lock.lock()
        break
      } else {
        overflow = nil
        _ = leaveGate()
        return core.lock.unlock()
      }
      core.lock.unlock()
      // Consumed, so that it is freed before the lock is taken again.
      let more = onValue(self, consume value)
      core.lock.lock()
      demand += more
    }
    var isMine = false
    if !isOpening {
      gate = 0
      isMine = claimFreeing()
    }
    core.lock.unlock()
    if isMine { free() }
  }
}
