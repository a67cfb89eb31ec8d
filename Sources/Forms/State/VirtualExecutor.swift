import ReactiveExtras

/// Runs the tasks of asynchronous rules and submissions when the virtual clock moves.
///
/// Only a form on virtual time has one: otherwise these functions run off the main thread.
final class VirtualExecutor: TaskExecutor {
  private let clock: VirtualTimeScheduler

  init(_ clock: VirtualTimeScheduler) { self.clock = clock }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    clock.schedule(options: nil) { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
