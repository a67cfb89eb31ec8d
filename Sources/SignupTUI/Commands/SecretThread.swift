import Platform
import Dispatch
import Reactive
import ReactiveExtras
import Synchronization
import TerminalKit

/// Threads for work with a secret, each of which ends with its work.
///
/// A thread's stack goes with it, and the memory that it keeps for itself is given back, where it
/// is overwritten. Threads of a pool would keep both.
enum SecretThread {
  /// A scheduler that runs each piece of work on such a thread.
  static var scheduler: AnySchedulerOf<DispatchQueue> {
    AnySchedulerOf<DispatchQueue>(
      minimumTolerance: { queue.minimumTolerance }, now: { queue.now },
      scheduleImmediately: { _, work in run(work) },
      delayed: { date, tolerance, options, work in
        queue.schedule(after: date, tolerance: tolerance, options: options) { run(work) }
      },
      interval: { date, interval, tolerance, options, work in
        queue.schedule(after: date, interval: interval, tolerance: tolerance, options: options) {
          run(work)
        }
      })
  }

  /// The number of threads that have not ended.
  private static let present = Atomic<Int>(0)

  /// Waits until all have ended, but no longer than 300 milliseconds: one that has handed over its
  /// answer is about to end, and one that hashes or waits for a lock is not to keep the program.
  static func waitForAll() {
    for _ in 0..<300 where present.load(ordering: .acquiring) > 0 { poll(nil, 0, 1) }
  }

  /// A piece of work. Unchecked, because it is handed over to its thread.
  private final class Work: @unchecked Sendable {
    var run: (() -> Void)?

    init(_ run: @escaping () -> Void) { self.run = run }
  }

  /// The size of a stack, regardless of `ulimit -s`: a megabyte, of which only the used part takes
  /// memory.
  private static let stackSize = 1 << 20

  private static var queue: DispatchQueue { .global(qos: .userInitiated) }

  /// Does a piece of work on a thread of its own, or where there is none on a queue.
  static func run(_ body: @escaping () -> Void) {
    let work = Work(body)
    present.add(1, ordering: .relaxed)
    let code = WorkerThread.start(stackSize: stackSize) {
      perform(work)
      SecretMemory.sweep()
      present.subtract(1, ordering: .releasing)
    }
    if code != 0 {
      present.subtract(1, ordering: .relaxed)
      queue.async { perform(work) }
    }
  }

  /// Does the work and lets go of it.
  @inline(never) private static func perform(_ work: Work) {
    work.run?()
    work.run = nil
  }
}
