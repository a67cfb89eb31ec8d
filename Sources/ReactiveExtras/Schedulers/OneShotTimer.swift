import Reactive

/// One piece of work at a time that waits for its instant on a scheduler.
///
/// The waiting work is dropped when the timer is set again, cancelled or released.
package final class OneShotTimer {
  private let scheduler: any Scheduler<MonotonicInstant>
  private let alarm = Alarm()
  private let wait: (Alarm, MonotonicInstant, @escaping () -> Void) -> Void

  /// Makes a timer that is not set.
  package init(_ scheduler: some Scheduler<MonotonicInstant>) {
    self.scheduler = scheduler
    wait = { $0.set(on: scheduler, at: $1, options: nil, $2) }
  }

  deinit { alarm.end() }

  /// The current instant on the scheduler's clock.
  package var now: MonotonicInstant { scheduler.now }

  /// True if work is waiting to run.
  package var isSet: Bool { alarm.isSet }

  /// Runs `action` at an instant, replacing any work that was waiting before.
  package func set(at instant: MonotonicInstant, _ action: @escaping () -> Void) {
    wait(alarm, instant, action)
  }

  /// Runs nothing.
  package func cancel() { alarm.clear() }
}
