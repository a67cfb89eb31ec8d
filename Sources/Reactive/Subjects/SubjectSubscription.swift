import Synchronization

/// The subscription between a subject and one of its subscribers; this part knows no types.
///
/// It works in one of two modes. Once it has met unlimited demand it is *steady*: the holder of the
/// subject's role calls the subscriber, with one check and no lock. Until then every step takes the
/// subject's lock, and `gate` names the thread that is inside the subscriber: first the one that
/// hands it this subscription.
///
/// Invariants: `gate` is never held while steady; steady changes only to dead; a dead subscription
/// that is still among its subject's members is skipped; the subscriber is freed once, when the
/// subscription is dead, not parked and its gate is free.
///
/// A sink's subscription is the cancellable of its caller, its only owner, and ends when released;
/// any other keeps itself. The subject keeps their memory and uses only `state`, or the rest as
/// well while the subscription counts.
@usableFromInline
class SubjectSubscriptionCore: InlineSubscription, Subscription, CustomStringConvertible {
  @usableFromInline typealias Phase = SubscriptionState.Phase
  @usableFromInline final let core: BroadcastCore

  // Exclusivity is unchecked because all of this changes under the subject's lock.
  @exclusivity(unchecked) final var demand = Subscribers.Demand.none
  /// The newest version delivered while the subscription counts.
  @exclusivity(unchecked) final var newestVersion: UInt64 = 0
  /// True while the subscriber is still being handed this subscription, by the gate's thread.
  @exclusivity(unchecked) final var isOpening = true
  /// True if the subject's latest value is still to be delivered.
  @exclusivity(unchecked) final var owesLatest: Bool

  /// Makes a subscription, of a subject that the caller has retained for it. Its list is given
  /// twice, as an object that is used twice is retained once more.
  @usableFromInline init(
    _ core: BroadcastCore, list: UnsafeMutableRawPointer, owner: Unmanaged<AnyObject>,
    isCancellable: Bool
  ) {
    self.core = core
    owesLatest = core.remembers
    super.init(owner: owner, keepsItself: !isCancellable, list: list) {
      SubscriptionPointer($0.assumingMemoryBound(to: SubscriptionState.self)).end()
    }
  }

  deinit {
    if state.pointee.number > 0 { cancel() } else if !state.pointee.isFreed { pointer.free() }
  }

  @inlinable final var pointer: SubscriptionPointer { SubscriptionPointer(state) }

  @usableFromInline final var description: String {
    state.pointee.keepsItself ? label ?? core.label : String(reflecting: AnyCancellable.self)
  }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) { fatalError("SubjectSubscription implements this.") }

  @usableFromInline final override func cancel() {
    if pointer.isDead || !pointer.end() {
      state.pointee.phase.store(Phase.cancelled, ordering: .relaxed)
    }
  }

  /// Has unlimited demand from the beginning, and a subscriber that needs no subscription. Called
  /// before any thread knows of the subscription.
  @usableFromInline final func beginSteady() {
    (demand, state.pointee.gate, isOpening) = (.unlimited, 0, false)
    state.pointee.phase.store(Phase.steady, ordering: .relaxed)
  }

  /// Dies without having joined, as the subject had ended, and frees the subscriber.
  @usableFromInline final func endAtOnce(_ complete: () -> Void) {
    (state.pointee.gate, state.pointee.isFreed) = (0, true)
    state.pointee.phase.store(Phase.dead, ordering: .relaxed)
    complete()
    pointer.free()
  }

  // MARK: For callers who hold the lock

  /// Joins a subject's members under a number.
  final func join(as number: UInt64) {
    state.pointee.number = number
    if state.pointee.keepsItself { _ = Unmanaged.passRetained(self) }
  }

}

/// The subscription between a subject and one of its subscribers.
@usableFromInline final class SubjectSubscription<Output, Failure: Error>: SubjectSubscriptionCore {
  @usableFromInline typealias Completion = Subscribers.Completion<Failure>

  /// The events that came while another thread held the gate; nil if there were none, which is
  /// nearly always. Changes under the subject's lock. A separate object, so that subscriptions
  /// without one are made and freed without looking up its types.
  @exclusivity(unchecked) @usableFromInline var overflow: Overflow?

  @usableFromInline final class Overflow {
    fileprivate var values = RingBuffer<Output>()
    fileprivate var completion: Completion?
  }

  @inlinable @inline(__always) init<S: Subscriber<Output, Failure>>(
    _ subject: Broadcast<Output, Failure>, owner: AnyObject, isCancellable: Bool,
    _ make: (_Host) -> S
  ) {
    let list = Unmanaged.passUnretained(subject).toOpaque()
    super.init(subject, list: list, owner: .passRetained(owner), isCancellable: isCancellable)
    calls.initialize(to: SubscriberCalls(for: S.self))
    state.pointee.inlineStorage.fill(with: make(_Host(state)))
  }

  private var subject: Broadcast<Output, Failure> {
    unsafeDowncast(core, to: Broadcast<Output, Failure>.self)
  }

  @inlinable var calls: UnsafeMutablePointer<SubscriberCalls<Output, Failure>> {
    pointer.calls(Output.self, Failure.self)
  }

  // MARK: Delivering; the caller holds the subject's role

  /// Takes a value while counting; the caller has taken the lock, which this gives back.
  @usableFromInline func deliverCounting(_ value: Output, _ version: UInt64) {
    let me = currentThread()
    // A value that waited in the subject's queue may have been taken as its latest meanwhile.
    let isNew = version == 0 || version > state.pointee.takenVersion
    guard isNew, overflow?.completion == nil, !owesLatest, demand > 0 else {
      // Without demand, a subject that remembers owes its latest value; any other has dropped it.
      if version > newestVersion { owesLatest = true }
      return core.lock.unlock()
    }
    demand -= 1
    newestVersion = max(newestVersion, version)
    guard state.pointee.gate == 0 || (state.pointee.gate == me && overflow == nil) else {
      makeOverflow().values.append(value)
      return core.lock.unlock()
    }
    let isOutermost = state.pointee.gate == 0
    state.pointee.gate = me
    core.lock.unlock()
    let more = calls.pointee.receive(value, at: pointer)
    core.lock.lock()
    demand += more
    let isDone = !isOutermost || leaveGate()
    core.lock.unlock()
    if !isDone { settle() }
  }

  /// Returns true if a completion can be delivered now, while counting; otherwise it waits, or is
  /// too late. The caller holds the lock.
  @usableFromInline func mayDie(of completion: Completion) -> Bool {
    if overflow?.completion != nil { return false }
    owesLatest = false
    guard state.pointee.gate == 0 || (state.pointee.gate == currentThread() && overflow == nil)
    else {
      makeOverflow().completion = completion
      return false
    }
    return true
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
    guard state.pointee.phase.load(ordering: .relaxed) == Phase.counting, overflow == nil,
      !owesLatest || demand == .none
    else { return false }
    if isOpening { return true }
    state.pointee.gate = 0
    if demand == .unlimited { state.pointee.phase.store(Phase.steady, ordering: .releasing) }
    pointer.check()
    return true
  }

  // MARK: Demand

  @usableFromInline override func request(_ demand: Subscribers.Demand) {
    demand.requirePositive(core.label)
    if pointer.isDead { return }
    take(demand)
    // Only now, because an upstream may send at once.
    core.requestUpstreams()
  }

  private func take(_ demand: Subscribers.Demand) {
    core.lock.lock()
    guard state.pointee.phase.load(ordering: .relaxed) == Phase.counting else {
      return core.lock.unlock()
    }
    self.demand += demand
    // Values requested while the subscription is handed over are delivered at once, too.
    guard state.pointee.gate == 0 || (isOpening && state.pointee.gate == currentThread()) else {
      return core.lock.unlock()
    }
    guard owesLatest else {
      // Nothing waits while the gate is free.
      if state.pointee.gate == 0 && self.demand == .unlimited {
        state.pointee.phase.store(Phase.steady, ordering: .releasing)
      }
      return core.lock.unlock()
    }
    state.pointee.gate = currentThread()
    core.lock.unlock()
    settle()
  }

  /// Delivers what has come due while `gate` is held, then gives it back, unless the subscription
  /// is still being handed over.
  private func settle() {
    core.lock.lock()
    while state.pointee.phase.load(ordering: .relaxed) == Phase.counting {
      let value: Output
      if let queued = overflow?.values.popFirst() {
        value = queued
      } else if owesLatest, demand > 0, let latest = subject.latest {
        owesLatest = false
        demand -= 1
        state.pointee.takenVersion = subject.version
        newestVersion = state.pointee.takenVersion
        value = latest
      } else if let completion = overflow?.completion {
        pointer.die(in: core)
        core.lock.unlock()
        calls.pointee.onCompletion(pointer, completion)
        core.lock.lock()
        break
      } else {
        overflow = nil
        _ = leaveGate()
        return core.lock.unlock()
      }
      core.lock.unlock()
      // Consumed, so that it is freed before the lock is taken again.
      let more = calls.pointee.receive(consume value, at: pointer)
      core.lock.lock()
      demand += more
    }
    var isMine = false
    var left: Overflow?
    swap(&left, &overflow)
    if !isOpening {
      state.pointee.gate = 0
      isMine = pointer.claimFreeing()
    }
    core.lock.unlock()
    if isMine { pointer.free() }
    withExtendedLifetime(left) {}
  }
}
