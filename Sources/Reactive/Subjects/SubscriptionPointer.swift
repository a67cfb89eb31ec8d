import Synchronization

/// A pointer to a subscription's state, in memory that its subject keeps.
@usableFromInline struct SubscriptionPointer: Equatable {
  @usableFromInline let state: UnsafeMutablePointer<SubscriptionState>

  @inlinable init(_ state: UnsafeMutablePointer<SubscriptionState>) { self.state = state }

  @inlinable var isDead: Bool { state.pointee.isDead }
  @inlinable var isCounting: Bool {
    state.pointee.phase.load(ordering: .relaxed) == SubscriptionState.Phase.counting
  }

  /// The calls into the subscriber, for the given kinds of value and error.
  @inlinable @inline(__always) func calls<Output, Failure: Error>(
    _: Output.Type, _: Failure.Type
  ) -> UnsafeMutablePointer<SubscriberCalls<Output, Failure>> {
    callsPointer.assumingMemoryBound(to: SubscriberCalls<Output, Failure>.self)
  }

  @inlinable var callsPointer: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(state) + SubscriptionState.callsOffset
  }

  /// Calls the subscription. It must count, and so keep itself or be in the process of attaching.
  /// The caller holds the lock.
  @inlinable func call<Output, Failure: Error, Result>(
    _: Output.Type, _: Failure.Type, _ body: (SubjectSubscription<Output, Failure>) -> Result
  ) -> Result {
    state.pointee.subscription.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: SubjectSubscription<Output, Failure>.self))
    }
  }

  // MARK: For callers who hold the lock

  /// Returns true if the caller must free the subscriber: once, after the last thread has left it.
  func claimFreeing() -> Bool {
    check()
    guard isDead, !state.pointee.isParked, state.pointee.gate == 0, !state.pointee.isFreed else {
      return false
    }
    state.pointee.isFreed = true
    return true
  }

  /// Dies, for a completion that is about to be delivered by the role's holder.
  func die(in core: BroadcastCore) {
    state.pointee.phase.store(SubscriptionState.Phase.dead, ordering: .relaxed)
    if core.markRole(BroadcastCore.Role.hasParked) { park(in: core) }
  }

  /// Keeps the memory until the end of the delivery that may still use it.
  func park(in core: BroadcastCore) {
    state.pointee.isParked = true
    enterList()
    core.parked.append(self)
  }

  /// Counts in a list of the subject.
  func enterList() {
    if state.pointee.listCount == 0, let subscription = state.pointee.subscription {
      subscription._withUnsafeGuaranteedRef { memory.initialize(to: SubscriptionMemory($0)) }
    }
    state.pointee.listCount += 1
  }

  /// Counts out a list of the subject. After the last one the memory may be gone.
  func leaveList() {
    state.pointee.listCount -= 1
    if state.pointee.listCount == 0 { memory.deinitialize(count: 1) }
  }

  private var memory: UnsafeMutablePointer<SubscriptionMemory> {
    UnsafeMutableRawPointer(state).assumingMemoryBound(to: SubscriptionMemory.self)
  }

  /// Checks, in debug builds, the invariants at each release of the lock.
  func check() {
    let (now, gate) = (state.pointee.phase.load(ordering: .relaxed), state.pointee.gate)
    assert(
      now != SubscriptionState.Phase.steady || gate == 0,
      "The gate of a steady subscription is held.")
    assert(!state.pointee.isFreed || isDead && gate == 0, "The subscriber was freed too early.")
  }

  // MARK: For callers without the lock

  /// Dies; false if it was dead before. The subject's list is alive, as a thread is inside it, or
  /// the subscription is, which keeps it.
  func end() -> Bool {
    let list = Unmanaged<BroadcastCore>.fromOpaque(state.pointee.list)
    return list._withUnsafeGuaranteedRef { core in
      core.lock.lock()
      if isDead {
        core.lock.unlock()
        return false
      }
      state.pointee.phase.store(SubscriptionState.Phase.dead, ordering: .relaxed)
      core.dismiss(self)
      let isMine = claimFreeing()
      core.lock.unlock()
      if isMine { free() }
      return true
    }
  }

  /// Frees the subscriber, and releases the subject, and the subscription if that kept itself.
  /// Allowed after `claimFreeing` has returned true, and if nothing has joined.
  @usableFromInline func free() {
    let keptItself = state.pointee.keepsItself && state.pointee.number > 0
    let (owner, subscription) = (state.pointee.owner, state.pointee.subscription)
    // A copy, as the calls are freed by it, too.
    let body = callsPointer.assumingMemoryBound(to: FreeingCall.self).pointee.body
    body(self)
    owner.release()
    if keptItself { subscription?.release() }
  }
}

/// Keeps a subscription's memory: Swift frees it with the last of an object's unowned references.
struct SubscriptionMemory {
  /// Never read, which would trap after the end of the subscription's life.
  unowned let subscription: InlineSubscription
  init(_ subscription: InlineSubscription) { self.subscription = subscription }
}

/// The calls into a subscription's subscriber: closures without captures, made where the
/// subscriber's type is known; a virtual method of a generic class would run unspecialised. They
/// cannot be copied, so that a call does not retain them.
@usableFromInline struct SubscriberCalls<Output, Failure: Error>: ~Copyable {
  /// Comes first, for those who do not know the types.
  @usableFromInline let free: FreeingCall
  @usableFromInline let onValue: (SubscriptionPointer, Output) -> Subscribers.Demand
  @usableFromInline let onCompletion: (SubscriptionPointer, Subscribers.Completion<Failure>) -> Void

  @inlinable @inline(__always) borrowing func receive(
    _ value: Output, at pointer: SubscriptionPointer
  ) -> Subscribers.Demand { onValue(pointer, value) }

  @inlinable @inline(__always) init<S: Subscriber<Output, Failure>>(for _: S.Type) {
    free = FreeingCall { pointer in
      pointer.state.pointee.inlineStorage.empty(of: S.self)
      pointer.calls(Output.self, Failure.self).deinitialize(count: 1)
    }
    onValue = { pointer, value in
      pointer.state.pointee.inlineStorage.slot(of: S.self).pointee.call { $0.receive(value) }
    }
    onCompletion = { pointer, completion in
      pointer.state.pointee.inlineStorage.slot(of: S.self).pointee.call {
        $0.receive(completion: completion)
      }
    }
  }
}

/// Frees the subscriber, and all calls into it. Called once, with no lock held.
@usableFromInline struct FreeingCall: ~Copyable {
  @usableFromInline let body: (SubscriptionPointer) -> Void
  @inlinable init(_ body: @escaping (SubscriptionPointer) -> Void) { self.body = body }
}
