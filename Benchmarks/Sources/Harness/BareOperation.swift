import Dispatch
import Synchronization

/// What the machine charges for the least that a library can do, in nanoseconds. A row is best read
/// in multiples of these: they are the same work on every processor.
public enum BareOperation {
  /// One compare-and-swap, when no other thread uses the word. Measured beside each row, because
  /// the processor's other half may be busy with other work, and then everything is slower.
  public static func compareAndSwap() -> Double {
    let count = 20_000
    return least(of: 2, per: count) {
      let word = Atomic<Int>(0)
      for value in 0..<count {
        _ = word.compareExchange(
          expected: value, desired: value &+ 1, ordering: .acquiringAndReleasing)
      }
      precondition(word.load(ordering: .relaxed) == count, "A compare-and-swap failed.")
    }
  }

  /// One closure handed to a serial queue, and run there.
  public static func asynchronousCall() -> Double {
    let count = 5000
    let queue = DispatchQueue(label: "bare")
    return least(of: 30, per: count) {
      let tally = Tally()
      for value in 0..<count { queue.async { tally.add(value) } }
      queue.sync {}
      precondition(tally.finish() == count * (count - 1) / 2, "A closure was not run.")
    }
  }

  private static func least(of turns: Int, per count: Int, _ work: () -> Void) -> Double {
    let times = (0..<turns).map { _ in
      Stopwatch.start()
      work()
      return Stopwatch.elapsed
    }
    return Timing(of: times, per: count).nanoseconds
  }
}
