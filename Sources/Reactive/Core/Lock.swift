import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one lock of this module: a compare-and-swap when it is free, a wait on a condition variable
/// when threads contend for it. ``BiasedLock`` is built on it.
///
/// Releasing it is a store and a load of `sleepers`, with the light half of an
/// ``AsymmetricBarrier`` between the two; the heavy half is on the path where a thread goes to
/// sleep, which is expensive anyway. So either the thread sees the store before it sleeps, or the
/// releasing thread sees the sleeper.
///
/// On Linux, Swift 6.3's `Mutex` costs several times as much uncontended, and collapses when
/// contended (swiftlang/swift#88440). No foreign code may run while a lock is held: no subscriber,
/// no closure, no deinitialiser.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  /// 0 free, 1 held.
  @usableFromInline let state = Atomic<UInt32>(0)
  /// The number of threads that sleep, or are about to, until the lock is free.
  @usableFromInline let sleepers = Atomic<UInt32>(0)

  /// A variable that never changes, which a waiting thread reads to pass the time.
  private static let idle = Atomic<UInt32>(0)
  /// The number of those reads between two looks at the lock: about a quarter of a microsecond.
  #if DEBUG
    private static var pause: Int { 64 }
  #else
    private static var pause: Int { 4096 }
  #endif

  @inlinable package init() {}

  @inlinable package func lock() { if !tryLock() { lockSlowly() } }

  @inlinable @inline(__always) func tryLock() -> Bool {
    state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
  }

  @inlinable package func unlock() {
    state.store(0, ordering: .releasing)
    AsymmetricBarrier.light()
    if sleepers.load(ordering: .relaxed) > 0 { LockWaitQueue.shared.wakeAll() }
  }

  /// Runs a closure with the lock held. No foreign code may run inside.
  @inlinable package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    let result = body()
    unlock()
    return result
  }

  @usableFromInline @inline(never) func lockSlowly() {
    // Critical sections last a few nanoseconds, so the holder usually leaves during this loop,
    // unless it has lost the processor. The loop reads rarely, because a read takes the cache line
    // from the holder: threads that contend for the same lock then take turns of several rounds
    // with the line to themselves, instead of passing it on at every step.
    for _ in 0..<50 {
      if state.load(ordering: .relaxed) == 0, tryLock() { return }
      for _ in 0..<Self.pause { _ = Self.idle.load(ordering: .relaxed) }
    }
    sleepers.add(1, ordering: .sequentiallyConsistent)
    LockWaitQueue.shared.wait { tryLock() }
    sleepers.subtract(1, ordering: .relaxed)
  }
}

/// The threads that sleep until the lock that they want is free.
///
/// One for all locks: contention that outlasts the spinning is rare, and a thread woken for another
/// lock just looks and sleeps again.
@usableFromInline final class LockWaitQueue: @unchecked Sendable {
  // Sendable because the pointers are set once and what they point to is made for many threads.
  @usableFromInline static let shared = LockWaitQueue()

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  private init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  /// Sleeps until `acquire` returns true; it is called again after each wake-up. The caller has
  /// made its waiting visible before.
  func wait(until acquire: () -> Bool) {
    guard AsymmetricBarrier.heavy() else {
      // No thread is bound to see the sleeper, so it looks for itself. A store that it does not see
      // after so long a time has not been made.
      repeat { usleep(1000) } while !acquire()
      return
    }
    pthread_mutex_lock(mutex)
    while !acquire() { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  @usableFromInline @inline(never) func wakeAll() {
    // Taking the mutex first means that the thread that marked the lock as wanted is already
    // asleep.
    pthread_mutex_lock(mutex)
    pthread_cond_broadcast(condition)
    pthread_mutex_unlock(mutex)
  }
}

/// The number of the calling thread, which no other living thread has; even, and never zero.
@inlinable func currentThread() -> UInt {
  #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
  #else
    UInt(pthread_self())
  #endif
}
