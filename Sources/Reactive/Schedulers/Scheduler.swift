/// A type that decides when and where closures run.
public protocol Scheduler<SchedulerTimeType> {
  /// An instant on this scheduler's clock.
  associatedtype SchedulerTimeType: Strideable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible
  /// The options that a caller may choose for each closure.
  associatedtype SchedulerOptions
  /// The current instant on this scheduler's clock.
  var now: SchedulerTimeType { get }
  /// The smallest tolerance that this scheduler keeps to.
  var minimumTolerance: SchedulerTimeType.Stride { get }
  /// Runs a closure as soon as possible.
  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs a closure at some time after an instant.
  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void)
  /// Runs a closure at some time after an instant, and again at each interval, until cancelled.
  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable
}

/// A length of time that can be made from the usual units.
public protocol SchedulerTimeIntervalConvertible {
  /// A number of seconds.
  static func seconds(_ s: Int) -> Self
  /// A number of seconds.
  static func seconds(_ s: Double) -> Self
  /// A number of thousandths of a second.
  static func milliseconds(_ ms: Int) -> Self
  /// A number of millionths of a second.
  static func microseconds(_ us: Int) -> Self
  /// A number of thousand-millionths of a second.
  static func nanoseconds(_ ns: Int) -> Self
}

extension Scheduler {
  /// Runs a closure at some time after an instant.
  @inlinable public func schedule(after date: SchedulerTimeType, _ action: @escaping () -> Void) {
    schedule(after: date, tolerance: minimumTolerance, options: nil, action)
  }
  /// Runs a closure as soon as possible.
  @inlinable public func schedule(_ action: @escaping () -> Void) { schedule(options: nil, action) }
  /// Runs a closure at some time after an instant, within a tolerance.
  @inlinable public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) { schedule(after: date, tolerance: tolerance, options: nil, action) }
  /// Runs a closure at some time after an instant, and again at each interval, until cancelled.
  @inlinable public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: tolerance, options: nil, action)
  }
  /// Runs a closure at some time after an instant, and again at each interval, until cancelled.
  @inlinable public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    schedule(after: date, interval: interval, tolerance: minimumTolerance, options: nil, action)
  }
}
