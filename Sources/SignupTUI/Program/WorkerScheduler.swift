/// Runs work on a thread of its own, or at once if the system starts no more threads: on a queue it
/// would then wait for ever. Timers run on a queue.
struct WorkerScheduler: Scheduler {
  typealias SchedulerTimeType = DispatchQueue.SchedulerTimeType
  typealias SchedulerOptions = DispatchQueue.SchedulerOptions

  private var queue: DispatchQueue { .global(qos: .userInitiated) }
  var now: SchedulerTimeType { queue.now }
  var minimumTolerance: SchedulerTimeType.Stride { queue.minimumTolerance }

  func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
    if WorkerThread.start(action) != 0 { action() }
  }

  func schedule(
    after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
    _ action: @escaping () -> Void
  ) { queue.schedule(after: date, tolerance: tolerance, options: options, action) }

  func schedule(
    after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
    tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?, _ action: @escaping () -> Void
  ) -> any Cancellable {
    queue.schedule(after: date, interval: interval, tolerance: tolerance, options: options, action)
  }
}
