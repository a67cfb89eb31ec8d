import Reactive

/// One piece of work at a time that waits for its instant on a scheduler.
///
/// The waiting work is dropped when the timer is set anew, cancelled or let go of. Belongs to the
/// scheduler's thread.
package final class OneShotTimer {
  private let scheduler: any Scheduler<MonotonicInstant>
  private var pending: AnyCancellable?
  private var generation = 0

  /// Makes a timer that is not set.
  package init(_ scheduler: some Scheduler<MonotonicInstant>) {
    self.scheduler = scheduler
  }

  /// The present instant on the scheduler's clock.
  package var now: MonotonicInstant { scheduler.now }

  /// True if work is waiting to run.
  package var isSet: Bool { pending != nil }

  /// Runs `action` at an instant, instead of any work that was waiting before.
  package func set(at instant: MonotonicInstant, _ action: @escaping () -> Void) {
    cancel()
    let current = generation
    // Work that repeats, because only that can be cancelled; it never comes to repeat.
    pending = AnyCancellable(
      scheduler.schedule(after: instant, interval: .seconds(86_400)) { [weak self] in
        // A scheduler may have taken the work out already when it was cancelled.
        guard let self, generation == current else { return }
        cancel()
        action()
      })
  }

  /// Runs nothing.
  package func cancel() {
    generation += 1
    pending = nil
  }
}
