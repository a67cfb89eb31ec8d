import Reactive
import ReactiveExtras

/// A scheduler on which time passes with each look at the clock, as it does for work that takes
/// long.
public final class SlowClock: Scheduler {
  private let clock: VirtualTimeScheduler
  /// The time that each look at the clock takes.
  public var look = Duration.zero
  private var passed = Duration.zero

  /// Makes a clock whose looks take no time yet.
  public init(_ clock: VirtualTimeScheduler) { self.clock = clock }

  public var now: MonotonicInstant {
    passed += look
    return clock.now + passed
  }

  public var minimumTolerance: MonotonicInstant.Stride { clock.minimumTolerance }

  public func schedule(options: Never?, _ action: @escaping () -> Void) {
    clock.schedule(options: options, action)
  }

  public func schedule(
    after date: MonotonicInstant, tolerance: MonotonicInstant.Stride, options: Never?,
    _ action: @escaping () -> Void
  ) {
    clock.schedule(after: due(date), tolerance: tolerance, options: options, action)
  }

  public func schedule(
    after date: MonotonicInstant, interval: MonotonicInstant.Stride,
    tolerance: MonotonicInstant.Stride, options: Never?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    clock.schedule(
      after: due(date), interval: interval, tolerance: tolerance, options: options, action)
  }

  /// The instant of the virtual clock for one of this clock.
  private func due(_ date: MonotonicInstant) -> MonotonicInstant {
    max(clock.now, date - passed)
  }
}
