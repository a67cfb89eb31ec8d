import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The one lock of this module: a compare-and-swap when nobody contends, a wait on a condition
/// variable when somebody does.
///
/// On Linux, Swift 6.3's `Mutex` costs twice as much uncontended, and collapses when contended
/// (swiftlang/swift#88440). Nothing foreign may run while one is held: no subscriber, no closure,
/// no deinitialiser.
@usableFromInline package struct Lock: ~Copyable, Sendable {
  /// 0 free, 1 held, 2 held and somebody may be waiting.
  @usableFromInline let state = Atomic<UInt32>(0)

  @inlinable package init() {}

  @inlinable package func lock() {
    guard state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged else {
      lockSlowly()
      return
    }
  }

  @inlinable package func unlock() {
    if state.exchange(0, ordering: .releasing) == 2 { LockWaitingRoom.shared.wakeAll() }
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
    for _ in 0..<60 {
      if state.load(ordering: .relaxed) == 0,
        state.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
      {
        return
      }
    }
    LockWaitingRoom.shared.wait { state.exchange(2, ordering: .acquiring) == 0 }
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

  /// Sleeps until `acquire` returns true; it is asked again after each wake-up.
  func wait(until acquire: () -> Bool) {
    pthread_mutex_lock(mutex)
    while !acquire() {
      pthread_cond_wait(condition, mutex)
    }
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
