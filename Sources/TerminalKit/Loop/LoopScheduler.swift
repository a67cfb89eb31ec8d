import Reactive
import ReactiveExtras

/// The event loop as a scheduler: what view models are given runs on the main thread, between keys
/// and frames, by the loop's own clock.
public struct LoopScheduler: Scheduler {
  public typealias SchedulerTimeType = NanosecondInstant
  public typealias SchedulerOptions = Never

  public let loop: EventLoop

  /// Makes a LoopScheduler of its parts.
  public init(loop: EventLoop) {
    self.loop = loop
  }

  public var now: NanosecondInstant { NanosecondInstant(nanoseconds: Int(loop.now.nanoseconds)) }

  /// The loop sleeps in whole milliseconds.
  public var minimumTolerance: NanosecondInstant.Stride { .milliseconds(1) }

  public func schedule(options: Never?, _ action: @escaping () -> Void) { loop.enqueue(action) }

  public func schedule(
    after date: NanosecondInstant, tolerance: NanosecondInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    loop.schedule(at: instant(date), action)
  }

  public func schedule(
    after date: NanosecondInstant, interval: NanosecondInstant.Stride,
    tolerance: NanosecondInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    let token = loop.schedule(
      at: instant(date), repeatingEvery: Int64(interval.nanoseconds), action)
    return AnyCancellable { [loop] in loop.cancel(token) }
  }

  private func instant(_ date: NanosecondInstant) -> MonotonicInstant {
    MonotonicInstant(nanoseconds: Int64(date.nanoseconds))
  }
}
