import Combine

/// A scheduler whose type is hidden, for tests that bring their own.
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let readNow: () -> SchedulerTimeType
  private let readTolerance: () -> SchedulerTimeType.Stride
  private let atOnce: (SchedulerOptions?, @escaping () -> Void) -> Void
  private let later:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
  private let again:
    (
      SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
      @escaping () -> Void
    ) -> any Cancellable

  public init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    readNow = { scheduler.now }
    readTolerance = { scheduler.minimumTolerance }
    atOnce = { scheduler.schedule(options: $0, $1) }
    later = { scheduler.schedule(after: $0, tolerance: $1, options: $2, $3) }
    again = { scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) }
  }

  public var now: SchedulerTimeType { readNow() }
  public var minimumTolerance: SchedulerTimeType.Stride { readTolerance() }

  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    atOnce(options, action)
  }

  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { later(date, tolerance, options, action) }

  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { again(date, interval, tolerance, options, action) }
}
