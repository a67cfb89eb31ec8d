import Reactive

/// A scheduler whose type is hidden except for its type of time.
///
///     final class Search {
///       let scheduler: AnySchedulerOf<DispatchQueue>
///       init(scheduler: AnySchedulerOf<DispatchQueue>) { self.scheduler = scheduler }
///     }
///     let search = Search(scheduler: DispatchQueue.main.eraseToAnyScheduler())
///     let tested = Search(scheduler: virtualTime.eraseToAnyScheduler(of: DispatchQueue.self))
public struct AnyScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let readNow: () -> SchedulerTimeType
  private let readTolerance: () -> SchedulerTimeType.Stride
  private let runSoon: (SchedulerOptions?, @escaping () -> Void) -> Void
  private let runLater:
    (SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void) -> Void
  private let repeatLater:
    (
      SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
      @escaping () -> Void
    ) -> any Cancellable

  /// Makes a scheduler of closures, one for each requirement.
  public init(
    minimumTolerance: @escaping () -> SchedulerTimeType.Stride,
    now: @escaping () -> SchedulerTimeType,
    scheduleImmediately: @escaping (SchedulerOptions?, @escaping () -> Void) -> Void,
    delayed:
      @escaping (
        SchedulerTimeType, SchedulerTimeType.Stride, SchedulerOptions?, @escaping () -> Void
      ) -> Void,
    interval:
      @escaping (
        SchedulerTimeType, SchedulerTimeType.Stride, SchedulerTimeType.Stride, SchedulerOptions?,
        @escaping () -> Void
      ) -> any Cancellable
  ) {
    (readTolerance, readNow) = (minimumTolerance, now)
    (runSoon, runLater, repeatLater) = (scheduleImmediately, delayed, interval)
  }

  /// Hides the type of a scheduler.
  public init<S: Scheduler>(_ scheduler: S)
  where S.SchedulerTimeType == SchedulerTimeType, S.SchedulerOptions == SchedulerOptions {
    self.init(
      minimumTolerance: { scheduler.minimumTolerance }, now: { scheduler.now },
      scheduleImmediately: { scheduler.schedule(options: $0, $1) },
      delayed: { scheduler.schedule(after: $0, tolerance: $1, options: $2, $3) },
      interval: { scheduler.schedule(after: $0, interval: $1, tolerance: $2, options: $3, $4) })
  }

  /// The current instant on the hidden scheduler's clock.
  public var now: SchedulerTimeType { readNow() }

  /// The smallest tolerance that the hidden scheduler keeps to.
  public var minimumTolerance: SchedulerTimeType.Stride { readTolerance() }

  /// Runs a closure on the hidden scheduler as soon as possible.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    runSoon(options, action)
  }

  /// Runs a closure on the hidden scheduler at some time after an instant.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) { runLater(date, tolerance, options, action) }

  /// Runs a closure on the hidden scheduler at some time after an instant, and again at each
  /// interval, until cancelled.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable { repeatLater(date, interval, tolerance, options, action) }
}

/// A scheduler of hidden type that keeps another's kind of time: `AnySchedulerOf<DispatchQueue>`.
public typealias AnySchedulerOf<S: Scheduler> = AnyScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension Scheduler {
  /// Hides this scheduler's type behind ``AnyScheduler``.
  public func eraseToAnyScheduler() -> AnySchedulerOf<Self> { AnyScheduler(self) }
}
