import Dispatch
import Reactive

/// A scheduler that reports any use of it, for tests of code that needs no time.
///
///     let model = Search(scheduler: .unimplemented("Search") { Issue.record("\($0)") })
///     model.favourite.toggle()  // the test fails if this schedules anything
///
/// A use is reported with a sentence that names the scheduler, and the work is not run; without a
/// report of your own it stops the program. Operators may be made with it: that reads its
/// tolerance, which is not a use yet.
public struct UnimplementedScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler
where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
  private let name: String
  private let instant: SchedulerTimeType
  private let report: (String) -> Void

  /// Makes a scheduler that reports each use.
  ///
  /// - Parameters:
  ///   - name: The scheduler's name in the report.
  ///   - now: The instant that it returns after reporting that the time was read.
  ///   - report: Takes the sentence about the use; by default it stops the program.
  public init(
    _ name: String = "", now: SchedulerTimeType,
    report: @escaping (String) -> Void = { fatalError($0) }
  ) { (self.name, instant, self.report) = (name, now, report) }

  /// Reports that the time was read, and returns the instant that it was made with.
  public var now: SchedulerTimeType {
    report(sentence("was asked for the time"))
    return instant
  }

  /// None; reading it is not a use.
  public var minimumTolerance: SchedulerTimeType.Stride { .zero }

  /// Reports the use, and runs nothing.
  public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    report(sentence("was given work"))
  }

  /// Reports the use, and runs nothing.
  public func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
    options: SchedulerOptions?, _ action: @escaping () -> Void
  ) { report(sentence("was given work for later")) }

  /// Reports the use, and runs nothing.
  public func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    report(sentence("was given work to repeat"))
    return Subscriptions.empty
  }

  private func sentence(_ use: String) -> String {
    "The unimplemented scheduler\(name.isEmpty ? "" : " \"\(name)\"") \(use)."
  }
}

/// A scheduler that reports each use, and keeps another's kind of time.
public typealias UnimplementedSchedulerOf<S: Scheduler> = UnimplementedScheduler<
  S.SchedulerTimeType, S.SchedulerOptions
>

extension AnyScheduler
where
  SchedulerTimeType == DispatchQueue.SchedulerTimeType,
  SchedulerOptions == DispatchQueue.SchedulerOptions
{
  /// A scheduler in place of a Dispatch queue that must not be used; by default a use stops the
  /// program.
  public static func unimplemented(
    _ name: String = "", report: @escaping (String) -> Void = { fatalError($0) }
  ) -> Self {
    // The machine's start, plus the nanosecond that keeps Dispatch from taking it to mean now.
    let now = SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1))
    return AnyScheduler(UnimplementedSchedulerOf<DispatchQueue>(name, now: now, report: report))
  }
}

extension AnyScheduler where SchedulerTimeType == MonotonicInstant, SchedulerOptions == Never {
  /// A scheduler in place of a virtual clock that must not be used; by default a use stops the
  /// program.
  public static func unimplemented(
    _ name: String = "", report: @escaping (String) -> Void = { fatalError($0) }
  ) -> Self {
    let now = MonotonicInstant(nanoseconds: 0)
    return AnyScheduler(
      UnimplementedSchedulerOf<VirtualTimeScheduler>(name, now: now, report: report))
  }
}
