import Positioning
import Reactive
import ReactiveExtras

/// A scheduler as a provider uses it: a clock, and one timer at a time.
///
/// Keeps the scheduler's types out of the providers. Belongs to the scheduler's thread. The
/// scheduler has to have a clock that runs; `ImmediateScheduler`'s stands still.
final class ProviderTimer {
  private let readClock: (_ atLeast: Int64) -> Int64
  private let arm: (_ time: Int64, _ action: @escaping () -> Void) -> any Cancellable
  private var lastRead: Int64 = 0
  private var pending: AnyCancellable?
  private var generation = 0

  /// Makes a timer whose clock stands at zero.
  init<Context: Scheduler>(_ scheduler: Context) {
    let origin = scheduler.now
    func instant(_ time: Int64) -> Context.SchedulerTimeType {
      origin.advanced(by: .nanoseconds(Int(time)))
    }
    // A stride can be made of nanoseconds, but does not tell how many it has. So they are found by
    // comparing: first with growing steps, then with shrinking ones.
    readClock = { atLeast in
      let now = scheduler.now
      guard instant(1) > origin else { return 0 }
      var time = atLeast
      var step: Int64 = 1
      while step < 1 << 60, instant(time + step) <= now {
        time += step
        step *= 2
      }
      while step > 1 {
        step /= 2
        if instant(time + step) <= now { time += step }
      }
      return time
    }
    // One that repeats, because only these can be cancelled; it never comes to repeat.
    arm = { time, action in
      scheduler.schedule(
        after: instant(time), interval: .seconds(86_400), tolerance: scheduler.minimumTolerance,
        options: nil, action)
    }
  }

  /// Nanoseconds since the timer was made.
  var now: Int64 {
    lastRead = readClock(lastRead)
    return lastRead
  }

  /// Whether something is to be run.
  var isSet: Bool { pending != nil }

  /// Runs `action` at a time, instead of whatever was to be run before.
  func set(at time: Int64, _ action: @escaping () -> Void) {
    cancel()
    let current = generation
    pending = AnyCancellable(
      arm(max(time, 0)) { [weak self] in
        // A scheduler may have taken the work out already when it was cancelled.
        guard let self, generation == current else { return }
        cancel()
        action()
      })
  }

  /// Runs nothing.
  func cancel() {
    generation += 1
    pending = nil
  }
}
