import Platform
import Dispatch
import Reactive
import Synchronization
import TerminalKit

/// Threads for work with a secret, each of which ends with its work.
///
/// A thread's stack goes with it, and the memory that it keeps for itself is given back, where it
/// is overwritten. Threads of a pool would keep both.
enum SecretThread {
  /// A scheduler that runs each piece of work on such a thread.
  static var scheduler: some Reactive.Scheduler & Sendable { Scheduler() }

  private struct Scheduler: Reactive.Scheduler {
    typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
    typealias SchedulerOptions = DispatchQueue.SchedulerOptions

    var now: SchedulerTimeType { SecretThread.queue.now }
    var minimumTolerance: SchedulerTimeType.Stride { SecretThread.queue.minimumTolerance }

    func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) { run(action) }

    func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      SecretThread.queue.schedule(after: date, tolerance: tolerance, options: options) {
        run(action)
      }
    }

    func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      SecretThread.queue.schedule(
        after: date, interval: interval, tolerance: tolerance, options: options
      ) {
        run(action)
      }
    }
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

  fileprivate static var queue: DispatchQueue { .global(qos: .userInitiated) }

  /// Does a piece of work on a thread of its own, or in place if there is none.
  private static func run(_ body: @escaping () -> Void) { if start(body) != 0 { body() } }

  /// Does a piece of work on a thread of its own.
  ///
  /// - Returns: 0, or the `errno` that says why there is no thread; the work is not done then.
  static func start(_ body: @escaping () -> Void) -> CInt {
    let work = Work(body)
    present.add(1, ordering: .relaxed)
    let code = WorkerThread.start(stackSize: stackSize) {
      perform(work)
      SecretMemory.sweep()
      present.subtract(1, ordering: .releasing)
    }
    if code != 0 { present.subtract(1, ordering: .relaxed) }
    return code
  }

  /// Does the work and lets go of it.
  @inline(never) private static func perform(_ work: Work) {
    work.run?()
    work.run = nil
  }
}
