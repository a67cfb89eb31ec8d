import Synchronization

/// What a subject, which keeps a conduit's memory alone, looks at when the conduit's life may have
/// ended: the caller of `sink` has let go of it, perhaps while a thread delivers to it. So nothing
/// here is freed with the object, and the subject reaches it by a ``ConduitPlace``: a reference to
/// the object would be retained now and then, and put off the end of its life.
@usableFromInline struct ConduitState: ~Copyable {
  @usableFromInline enum Phase {
    @inlinable static var counting: UInt8 { 0 }
    @inlinable static var steady: UInt8 { 1 }
    @inlinable static var dead: UInt8 { 2 }
    /// Dead, and cancelled since, perhaps while the completion is on its way.
    @inlinable static var cancelled: UInt8 { 3 }
  }

  // All but the room and the calls, which are set before others know of them, change under the
  // subject's lock.
  @usableFromInline let phase = Atomic<UInt8>(Phase.counting)
  var isParked = false
  var isFreed = false
  /// The number of the subject's lists that it is in, which keep the memory.
  var listCount: UInt8 = 0
  /// The conduit, while it lives.
  @usableFromInline var conduit: Unmanaged<ConduitCore>?
  /// A `ConduitMemory`, while it is in a list.
  var memory: UInt = 0
  /// False for a sink's, which its caller owns; any other keeps itself from joining to being freed.
  let keepsItself: Bool
  /// The thread that is inside the subscriber, while counting.
  var gate = currentThread()
  /// The place in the order of joining; set once, by the subject.
  @usableFromInline var number: UInt64 = 0
  /// The version that was taken as the subject's latest value, so that it is not delivered again
  /// when its send gets here. Does not change any more once the conduit is steady.
  @usableFromInline var takenVersion: UInt64 = 0
  /// The subject itself, which lives as long as it has a subscriber; retained until that is freed.
  let owner: Unmanaged<AnyObject>
  /// The calls into the subscriber; see ``ConduitPlace/calls``.
  @usableFromInline var calls: (UInt, UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0, 0)
  /// The subscriber, until it is freed.
  @usableFromInline var room = Room()

  // In place, as a copy of the room takes time.
  @inline(__always) init(owner: AnyObject, keepsItself: Bool) {
    (self.owner, self.keepsItself) = (.passRetained(owner), keepsItself)
  }

  @inlinable var isDead: Bool { phase.load(ordering: .relaxed) >= Phase.dead }
}

/// The place of a conduit's state, in memory that its subject keeps.
@usableFromInline struct ConduitPlace: Equatable {
  @usableFromInline let state: UnsafeMutablePointer<ConduitState>

  @inlinable init(_ subscription: RoomySubscription) {
    state = withUnsafeMutablePointer(to: &subscription.state) { $0 }
  }

  @inlinable var isDead: Bool { state.pointee.isDead }

  /// The calls into the subscriber, whose kinds of value and error are given.
  @inlinable @inline(__always) func calls<Output, Failure: Error>(
    _: Output.Type, _: Failure.Type
  ) -> UnsafeMutablePointer<ConduitCalls<Output, Failure>> {
    withUnsafeMutablePointer(to: &state.pointee.calls) { UnsafeMutableRawPointer($0) }
      .assumingMemoryBound(to: ConduitCalls<Output, Failure>.self)
  }

  /// Calls the conduit, which keeps itself, or is being attached.
  @inlinable func call<Output, Failure: Error, Result>(
    _: Output.Type, _: Failure.Type, _ body: (Conduit<Output, Failure>) -> Result
  ) -> Result {
    state.pointee.conduit.unsafelyUnwrapped._withUnsafeGuaranteedRef {
      body(unsafeDowncast($0, to: Conduit<Output, Failure>.self))
    }
  }

  // MARK: For callers who hold the lock

  /// Returns true if the caller is to free the subscriber: once, when no thread can be inside it
  /// any more.
  func claimFreeing() -> Bool {
    check()
    guard isDead, !state.pointee.isParked, state.pointee.gate == 0, !state.pointee.isFreed else {
      return false
    }
    state.pointee.isFreed = true
    return true
  }

  /// Counts in a list of the subject.
  func enterList() {
    if state.pointee.listCount == 0, let conduit = state.pointee.conduit {
      conduit._withUnsafeGuaranteedRef { memory.initialize(to: ConduitMemory($0)) }
    }
    state.pointee.listCount += 1
  }

  /// Counts out a list of the subject. Behind the last one the memory may be gone.
  func leaveList() {
    state.pointee.listCount -= 1
    if state.pointee.listCount == 0 { memory.deinitialize(count: 1) }
  }

  private var memory: UnsafeMutablePointer<ConduitMemory> {
    UnsafeMutableRawPointer(withUnsafeMutablePointer(to: &state.pointee.memory) { $0 })
      .assumingMemoryBound(to: ConduitMemory.self)
  }

  /// Checks, in debug builds, the invariants that hold whenever the lock is released.
  func check() {
    let (now, gate) = (state.pointee.phase.load(ordering: .relaxed), state.pointee.gate)
    assert(now != ConduitState.Phase.steady || gate == 0, "The gate of a steady conduit is held.")
    assert(!state.pointee.isFreed || isDead && gate == 0, "The subscriber was freed too early.")
  }

  // MARK: For callers without the lock

  /// Frees the subscriber, and lets go of the subject, and of the conduit if that kept itself; for
  /// the caller that `claimFreeing` allowed it.
  @usableFromInline func free() {
    let keptItself = state.pointee.keepsItself && state.pointee.number > 0
    let (owner, conduit) = (state.pointee.owner, state.pointee.conduit)
    // A copy, as the calls are freed by it, too.
    let body = withUnsafeMutablePointer(to: &state.pointee.calls) { UnsafeMutableRawPointer($0) }
      .assumingMemoryBound(to: FreeingCall.self).pointee.body
    body(self)
    owner.release()
    if keptItself { conduit?.release() }
  }
}

/// Keeps a conduit's memory: Swift frees it with the last of an object's unowned references.
struct ConduitMemory {
  /// Never read, which would trap after the end of the conduit's life.
  unowned let conduit: ConduitCore
  init(_ conduit: ConduitCore) { self.conduit = conduit }
}

/// The calls into a conduit's subscriber. Closures that hold nothing where they are made knowing the
/// subscriber's type; a virtual method of a generic class would run unspecialised. They cannot be
/// copied, so that a call does not retain them.
@usableFromInline struct ConduitCalls<Output, Failure: Error>: ~Copyable {
  /// Comes first, for those who do not know the types.
  @usableFromInline let free: FreeingCall
  @usableFromInline let onValue: (ConduitPlace, Output) -> Subscribers.Demand
  @usableFromInline let onCompletion: (ConduitPlace, Subscribers.Completion<Failure>) -> Void

  @inlinable @inline(__always)
  borrowing func receive(_ value: Output, at place: ConduitPlace) -> Subscribers.Demand {
    onValue(place, value)
  }

  @inlinable @inline(__always) init<S: Subscriber<Output, Failure>>(for _: S.Type) {
    free = FreeingCall { place in
      place.state.pointee.room.empty(of: S.self)
      place.calls(Output.self, Failure.self).deinitialize(count: 1)
    }
    onValue = { place, value in
      place.state.pointee.room.seat(of: S.self).pointee.call { $0.receive(value) }
    }
    onCompletion = { place, completion in
      place.state.pointee.room.seat(of: S.self).pointee.call { $0.receive(completion: completion) }
    }
  }
}

/// Frees the subscriber, and all calls into it. Called once, with no lock held.
@usableFromInline struct FreeingCall: ~Copyable {
  @usableFromInline let body: (ConduitPlace) -> Void
  @inlinable init(_ body: @escaping (ConduitPlace) -> Void) { self.body = body }
}
