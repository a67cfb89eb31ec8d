import Platform
import Dispatch
import Reactive
import ReactiveExtras
import Synchronization
import TerminalKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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

  private static func run(_ body: @escaping () -> Void) {
    let work = Work(body)
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackSize)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let box = Unmanaged.passRetained(work).toOpaque()
    present.add(1, ordering: .relaxed)
    let status = pthread_create(
      &thread, &attributes,
      { box in
        SecretThread.perform(box)
        return nil
      }, box)
    if status != 0 {
      present.subtract(1, ordering: .relaxed)
      Unmanaged<Work>.fromOpaque(box).release()
      queue.async { perform(work) }
    }
  }

  private static func perform(_ box: UnsafeMutableRawPointer?) {
    if let box { perform(Unmanaged<Work>.fromOpaque(box).takeRetainedValue()) }
    SecretMemory.sweep()
    present.subtract(1, ordering: .releasing)
  }

  @inline(never) private static func perform(_ work: Work) {
    work.run?()
    work.run = nil
  }
}
