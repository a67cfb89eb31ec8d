import Reactive
import ReactiveExtras

/// The event loop as a scheduler: the work of view models runs on the main thread, between keys and
/// frames, by the loop's own clock.
///
///     let loop = try EventLoop()
///     let model = Search(["ant", "bee"], scheduler: LoopScheduler(loop: loop))
public struct LoopScheduler: Scheduler {
  /// Instants on the machine's monotonic clock, which is the loop's.
  public typealias SchedulerTimeType = MonotonicInstant
  /// The scheduler has no options.
  public typealias SchedulerOptions = Never

  private let loop: EventLoop

  /// Makes a scheduler that runs work on a loop.
  public init(loop: EventLoop) { self.loop = loop }

  /// The current instant on the loop's clock.
  public var now: MonotonicInstant { loop.now }

  /// A millisecond: the loop sleeps in whole ones.
  public var minimumTolerance: MonotonicInstant.Stride { .milliseconds(1) }

  /// Runs a closure in this turn of the loop, or from another thread as soon as the loop has woken.
  public func schedule(options: Never?, _ action: @escaping () -> Void) { loop.enqueue(action) }

  /// Runs a closure on the loop's thread at an instant.
  public func schedule(
    after date: MonotonicInstant, tolerance: MonotonicInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) { loop.schedule(at: date, action) }

  /// Runs a closure on the loop's thread at an instant, and again at each interval, until
  /// cancelled. Missed intervals are skipped.
  public func schedule(
    after date: MonotonicInstant, interval: MonotonicInstant.Stride,
    tolerance: MonotonicInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let token = loop.schedule(at: date, repeatingEvery: interval.duration, action)
    return AnyCancellable { [loop] in loop.cancel(token) }
  }
}
