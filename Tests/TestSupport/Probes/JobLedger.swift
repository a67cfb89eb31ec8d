import Reactive
import ReactiveExtras

/// A scheduler that writes down its jobs, and does them on virtual time.
package struct JobLedger: Scheduler {
  package typealias SchedulerTimeType = VirtualTimeScheduler.SchedulerTimeType
  package typealias SchedulerOptions = String

  private final class Log { var jobs: [String] = [] }

  private let time: VirtualTimeScheduler
  private let log = Log()
  private let wait: (Int) -> SchedulerTimeType.Stride
  private let isLate: Bool

  /// - Parameters:
  ///   - isLate: Whether a job that is due at a date waits, too.
  ///   - wait: How long a job waits that is due at once, given how many came up to it.
  package init(
    time: VirtualTimeScheduler, isLate: Bool = false,
    wait: @escaping (Int) -> SchedulerTimeType.Stride = { _ in .zero }
  ) {
    (self.time, self.isLate) = (time, isLate)
    self.wait = wait
  }

  /// The kind of job: `now`, `later` or `again`, and the options.
  package var jobs: [String] { log.jobs }

  package var now: SchedulerTimeType { time.now }
  package var minimumTolerance: SchedulerTimeType.Stride { .zero }

  private func note(_ job: String, _ options: String?) {
    log.jobs.append(options.map { "\(job) \($0)" } ?? job)
  }

  package func schedule(options: String?, _ action: @escaping () -> Void) {
    note("now", options)
    time.schedule(after: now.advanced(by: wait(log.jobs.count)), action)
  }

  package func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: String?,
    _ action: @escaping () -> Void
  ) {
    note("later", options)
    time.schedule(after: isLate ? date.advanced(by: wait(log.jobs.count)) : date, action)
  }

  package func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: String?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    note("again", options)
    return time.schedule(
      after: isLate ? date.advanced(by: wait(log.jobs.count)) : date, interval: interval, action)
  }
}
