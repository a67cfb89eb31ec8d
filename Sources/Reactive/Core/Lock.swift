import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one lock of this module: a compare-and-swap when nobody contends, a wait on a condition
/// variable when somebody does. ``BiasedLock`` is made of it.
///
/// Giving it back is a store and a look at `sleepers`, between which there is the light half of an
/// ``AsymmetricBarrier``; the heavy half stands where a thread goes to sleep, which costs more
/// anyway. So either the store is seen before going to sleep, or the sleeper is seen.
///
/// On Linux, Swift 6.3's `Mutex` costs several times as much uncontended, and collapses when
/// contended (swiftlang/swift#88440). Nothing foreign may run while one is held: no subscriber, no
/// closure, no deinitialiser.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  /// 0 free, 1 held.
  @usableFromInline let state = Atomic<UInt32>(0)
  /// How many threads sleep, or are about to, until the lock is free.
  @usableFromInline let sleepers = Atomic<UInt32>(0)

  @inlinable package init() {}

  @inlinable package func lock() { if !tryLock() { lockSlowly() } }

  @inlinable @inline(__always) func tryLock() -> Bool {
    state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  @inlinable package func unlock() {
    state.store(0, ordering: .releasing)
    AsymmetricBarrier.light()
    if sleepers.load(ordering: .relaxed) > 0 { LockWaitingRoom.shared.wakeAll() }
  }

  /// Runs a closure with the lock held. Nothing foreign may run inside.
  @inlinable package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    let result = body()
    unlock()
    return result
  }

  @usableFromInline @inline(never) func lockSlowly() {
    // Critical sections last a few nanoseconds, so the holder is usually gone within this loop.
    for _ in 0..<60 { if state.load(ordering: .relaxed) == 0, tryLock() { return } }
    sleepers.add(1, ordering: .sequentiallyConsistent)
    LockWaitingRoom.shared.wait { tryLock() }
    sleepers.subtract(1, ordering: .relaxed)
  }
}

/// Where threads sleep until a lock that they want is freed.
///
/// One for all locks: contention that outlasts the spinning is rare, and a thread woken for another
/// lock's sake just looks and sleeps again.
@usableFromInline final class LockWaitingRoom: @unchecked Sendable {
  // Sendable because the pointers are set once and what they point to is made for many threads.
  @usableFromInline static let shared = LockWaitingRoom()

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  /// Sleeps until `acquire` returns true; it is asked again after each wake-up. The caller has let
  /// it be seen that it waits.
  func wait(until acquire: () -> Bool) {
    guard AsymmetricBarrier.heavy() else {
      // Nobody is bound to see the sleeper, so it looks for itself. A store that it does not see
      // after so long a time has not been made.
      repeat { usleep(1000) } while !acquire()
      return
    }
    pthread_mutex_lock(mutex)
    while !acquire() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  @usableFromInline @inline(never) func wakeAll() {
    // Taking the mutex first means that whoever marked the lock as wanted is already asleep.
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}

/// The number of the calling thread, which no other that is alive has; even, and never zero.
@inlinable func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
