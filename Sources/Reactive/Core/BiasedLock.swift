import Synchronization

/// A lock that costs the thread which uses it alone no atomic operation.
///
/// It begins as a plain ``Lock``. A thread that has taken it many times in a row becomes its owner:
/// from then on it enters with a store and a look at `owner`. Any other thread takes the ownership
/// away first, once and for all, by an ``AsymmetricBarrier``, and waits until the owner is out.
///
/// Why nobody meets the owner inside. The owner stores to `inside` and then loads `owner`. Whoever
/// revokes stores to `owner`, issues the barrier and then loads `inside`. The barrier falls on some
/// point between two instructions of the owner. If it falls behind the owner's store, the store is
/// seen, and the other thread waits until the owner is out. If it falls before the store, it falls
/// before the load, too, which then sees that the ownership is gone, and the owner turns back.
/// The same holds for the way out, where the owner stores to `inside` and looks whether somebody
/// has to be woken.
///
/// A thread that takes it twice stops for ever, or, if it is the owner, traps in debug builds.
///
/// `BiasedLockModelTests` goes through all interleavings.
@usableFromInline package struct BiasedLock: ~Copyable, Sendable {
  /// Who may enter without an atomic operation: the number of a thread, which is even, or one of
  /// `Owner`. Changes only while `shared` is held.
  @usableFromInline let owner = Atomic<UInt>(0)
  /// Where the owner is, one of `Place`; changed by nobody else.
  @usableFromInline let inside = Atomic<UInt32>(Place.outside)
  /// What everybody else takes, and the owner too before it is one.
  @usableFromInline let shared = Lock()
  /// How often the candidate has taken the lock in a row, and, above `Count.aSwitch`, how often the
  /// candidate has changed. Guarded by `shared`.
  private let count = Atomic<UInt>(0)

  /// What `owner` says besides a thread's number. A number that is odd is a candidate's.
  @usableFromInline enum Owner {
    /// The lock belongs to all threads, for good.
    @inlinable static var everybody: UInt { 1 }
  }

  @usableFromInline enum Place {
    @inlinable static var outside: UInt32 { 0 }
    /// The owner looks whether it still is one.
    @inlinable static var entering: UInt32 { 1 }
    @inlinable static var inside: UInt32 { 2 }
  }

  private enum Count {
    static var aSwitch: UInt { 1 << 32 }
    /// So many changes of the candidate, and nobody becomes the owner any more.
    static var switches: UInt { 4 }
  }

  /// How often a thread takes a lock in a row before it owns it. So often that a revocation, some
  /// microseconds, is little beside it; never where the barrier is not for nothing.
  package static let patience = Atomic<UInt>(
    AsymmetricBarrier.isAvailable ? 1000 : Count.aSwitch - 1)

  @inlinable package init() {}

  /// Takes the lock, for the calling thread.
  @inlinable @inline(__always) package func lock() { lock(currentThread()) }

  /// Takes the lock for the calling thread, whose number is given.
  @inlinable @inline(__always) func lock(_ me: UInt) {
    if tryAsOwner(me) { return }
    if owner.load(ordering: .relaxed) == Owner.everybody { shared.lock() } else { lockSlowly(me) }
  }

  /// Takes the lock if the calling thread owns it.
  @inlinable @inline(__always) func tryAsOwner(_ me: UInt) -> Bool {
    guard owner.load(ordering: .relaxed) == me else { return false }
    assert(
      inside.load(ordering: .relaxed) == Place.outside,
      "A lock was taken twice: what ran while a thread held it came back to it.")
    inside.store(Place.entering, ordering: .relaxed)
    AsymmetricBarrier.light()
    guard owner.load(ordering: .relaxed) == me else {
      leaveAsOwner()
      return false
    }
    inside.store(Place.inside, ordering: .relaxed)
    return true
  }

  /// Gives the lock back.
  @inlinable @inline(__always) package func unlock() {
    // Nobody but the owner itself can find it inside: everybody else has waited until it was out.
    if inside.load(ordering: .relaxed) == Place.inside { leaveAsOwner() } else { shared.unlock() }
  }

  /// Goes out, and wakes whoever waits for that because the ownership is gone.
  @inlinable @inline(__always) func leaveAsOwner() {
    inside.store(Place.outside, ordering: .releasing)
    AsymmetricBarrier.light()
    if owner.load(ordering: .relaxed) == Owner.everybody { LockWaitingRoom.shared.wakeAll() }
  }

  /// Runs a closure with the lock held. Nothing foreign may run inside.
  @inlinable package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    let result = body()
    unlock()
    return result
  }

  /// Takes the lock while it is nobody's yet, or another thread's.
  @usableFromInline @inline(never) func lockSlowly(_ me: UInt) {
    shared.lock()
    let owner = owner.load(ordering: .relaxed)
    if owner == me || owner == Owner.everybody { return }
    if owner == 0 || owner & 1 == 1 { consider(me, owner) } else { revoke() }
  }

  /// Counts how often the calling thread has taken the lock in a row, while nobody owns it.
  private func consider(_ me: UInt, _ candidate: UInt) {
    var count = count.load(ordering: .relaxed)
    if candidate == me | 1 {
      count += 1
      if count % Count.aSwitch >= Self.patience.load(ordering: .relaxed) {
        owner.store(me, ordering: .relaxed)
      }
    } else {
      count = (count / Count.aSwitch + 1) * Count.aSwitch
      let isShared = count / Count.aSwitch > Count.switches
      owner.store(isShared ? Owner.everybody : me | 1, ordering: .relaxed)
    }
    self.count.store(count, ordering: .relaxed)
  }

  /// Makes the lock everybody's, and waits until the owner is out.
  private func revoke() {
    owner.store(Owner.everybody, ordering: .sequentiallyConsistent)
    LockWaitingRoom.shared.wait { inside.load(ordering: .acquiring) == Place.outside }
  }
}
