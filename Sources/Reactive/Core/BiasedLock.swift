import Synchronization

/// A lock without atomic operations for a thread that uses it alone.
///
/// It begins as a plain ``Lock``. A thread that has taken it many times in a row becomes its owner:
/// from then on it enters with a store and a load of `owner`. Any other thread first revokes the
/// ownership for good, by an ``AsymmetricBarrier``, and waits until the owner is out.
///
/// Why no other thread meets the owner inside: The owner stores to `inside` and then loads `owner`.
/// A revoking thread stores to `owner`, issues the barrier and then loads `inside`. The barrier
/// falls between two instructions of the owner. If it falls after the owner's store, the store is
/// seen, and the revoking thread waits until the owner is out. If it falls before the store, it
/// falls before the load, too, which then sees the revocation, and the owner turns back. The same
/// is true on the way out, where the owner stores to `inside` and checks for a thread to wake.
///
/// A thread that takes it twice deadlocks or, if it is the owner, traps in debug builds.
///
/// `BiasedLockModelTests` goes through all interleavings.
@usableFromInline package struct BiasedLock: ~Copyable, Sendable {
  /// The thread that may enter without an atomic operation: its number, which is even, or one of
  /// `Owner`. Changes only while `shared` is held. If the light barrier is an instruction, no
  /// thread ever owns the lock, and none is counted.
  @usableFromInline let owner = Atomic<UInt>(AsymmetricBarrier.isLight ? 0 : Owner.everybody)
  /// The owner's position, one of `Position`; only the owner changes it.
  @usableFromInline let inside = Atomic<UInt32>(Position.outside)
  /// The lock of all other threads, and of the owner before it is one.
  @usableFromInline let shared = Lock()
  /// The number of times the candidate has taken the lock in a row, and, above `Count.aSwitch`, the
  /// number of times it has changed. Guarded by `shared`.
  private let count = Atomic<UInt>(0)

  /// The values of `owner` besides a thread's number. An odd number is a candidate's.
  @usableFromInline enum Owner {
    /// The lock belongs to all threads, for good.
    @inlinable static var everybody: UInt { 1 }
  }

  @usableFromInline enum Position {
    @inlinable static var outside: UInt32 { 0 }
    /// The owner is checking that it still is one.
    @inlinable static var entering: UInt32 { 1 }
    @inlinable static var inside: UInt32 { 2 }
  }

  private enum Count {
    static var aSwitch: UInt { 1 << (UInt.bitWidth / 2) }
    /// The number of changes of candidate after which no thread becomes the owner any more.
    static var switches: UInt { 4 }
  }

  /// The number of times in a row that a thread takes a lock before it owns it. Large enough to
  /// make a revocation, some microseconds, cheap in comparison; never reached if the kernel refuses
  /// the heavy barrier.
  package static let threshold = Atomic<UInt>(
    AsymmetricBarrier.isAvailable ? 1000 : Count.aSwitch - 1)

  @inlinable package init() {}

  /// Takes the lock, for the calling thread.
  @inlinable @inline(__always) package func lock() { lock(currentThread()) }

  /// Takes the lock for the calling thread, whose number is `me`.
  @inlinable @inline(__always) func lock(_ me: UInt) {
    if tryAsOwner(me) { return }
    if owner.load(ordering: .relaxed) == Owner.everybody { shared.lock() } else { lockSlowly(me) }
  }

  /// Takes the lock if the calling thread owns it.
  @inlinable @inline(__always) func tryAsOwner(_ me: UInt) -> Bool {
    guard owner.load(ordering: .relaxed) == me else { return false }
    assert(
      inside.load(ordering: .relaxed) == Position.outside,
      "A lock was taken twice: code that ran while a thread held it took it again.")
    inside.store(Position.entering, ordering: .relaxed)
    AsymmetricBarrier.light()
    guard owner.load(ordering: .relaxed) == me else {
      leaveAsOwner()
      return false
    }
    inside.store(Position.inside, ordering: .relaxed)
    return true
  }

  /// Releases the lock.
  @inlinable @inline(__always) package func unlock() {
    // Only the owner can find itself inside: every other thread has waited until it was out.
    if inside.load(ordering: .relaxed) == Position.inside {
      leaveAsOwner()
    } else {
      shared.unlock()
    }
  }

  /// Goes out, and wakes a thread that waits for that because the ownership is gone.
  @inlinable @inline(__always) func leaveAsOwner() {
    inside.store(Position.outside, ordering: .releasing)
    AsymmetricBarrier.light()
    if owner.load(ordering: .relaxed) == Owner.everybody { LockWaitQueue.shared.wakeAll() }
  }

  /// Runs a closure with the lock held. No foreign code may run inside.
  @inlinable package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    let result = body()
    unlock()
    return result
  }

  /// Takes the lock while it has no owner, or belongs to another thread.
  @usableFromInline @inline(never) func lockSlowly(_ me: UInt) {
    shared.lock()
    let owner = owner.load(ordering: .relaxed)
    if owner == me || owner == Owner.everybody { return }
    if owner == 0 || owner & 1 == 1 { consider(me, owner) } else { revoke() }
  }

  /// Counts how often the calling thread has taken the lock in a row while it has no owner.
  private func consider(_ me: UInt, _ candidate: UInt) {
    var count = count.load(ordering: .relaxed)
    if candidate == me | 1 {
      count += 1
      if count % Count.aSwitch >= Self.threshold.load(ordering: .relaxed) {
        owner.store(me, ordering: .relaxed)
      }
    } else {
      count = (count / Count.aSwitch + 1) * Count.aSwitch
      let isShared = count / Count.aSwitch > Count.switches
      owner.store(isShared ? Owner.everybody : me | 1, ordering: .relaxed)
    }
    self.count.store(count, ordering: .relaxed)
  }

  /// Gives the lock to all threads for good, and waits until the owner is out.
  private func revoke() {
    owner.store(Owner.everybody, ordering: .sequentiallyConsistent)
    LockWaitQueue.shared.wait { inside.load(ordering: .acquiring) == Position.outside }
  }
}
