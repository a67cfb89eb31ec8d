import Reactive
import TestSupport
import Testing

@Suite("Core: the biased lock")
struct BiasedLockTests {
  /// True if a thread can own a lock here, and debug builds check what it does then.
  static var isChecked: Bool {
    #if DEBUG
      BiasedLock.threshold.load(ordering: .relaxed) < 10000
    #else
      false
    #endif
  }

  @Test("a lock that its owner takes twice traps in debug builds", .enabled(if: isChecked))
  func takenTwice() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let lock = BiasedLock()
      for _ in 0..<10000 { lock.withLock {} }
      lock.lock()
      lock.lock()
    }
    expectMessage("A lock was taken twice", in: result)
  }
}
