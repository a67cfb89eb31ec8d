import Dispatch
import Synchronization

/// A thread that works at the same time as the caller's.
public enum SecondThread {
  /// Runs a closure on two threads, 0 for the caller's and 1 for the other.
  ///
  /// Both begin only when both are there, so that they really meet, and the measurement with them.
  public static func together(_ work: @escaping @Sendable (Int) -> Void) {
    let arrived = Barrier()
    let done = DispatchSemaphore(value: 0)
    DispatchQueue.global(qos: .userInitiated).async {
      arrived.wait()
      work(1)
      done.signal()
    }
    arrived.wait()
    Stopwatch.start()
    work(0)
    done.wait()
  }

  private final class Barrier: Sendable {
    private let count = Atomic<Int>(0)

    func wait() {
      count.add(1, ordering: .acquiringAndReleasing)
      while count.load(ordering: .acquiring) < 2 {}
    }
  }
}
