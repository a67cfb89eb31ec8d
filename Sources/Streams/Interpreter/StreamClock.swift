import Reactive
import ReactiveExtras

/// The time of a stream since it began, on any scheduler.
struct StreamClock {
  /// Returns the nanoseconds since the stream began.
  let elapsed: () -> Int
  /// Calls a closure once after some nanoseconds, unless it is cancelled.
  let wait: (_ nanoseconds: Int, _ body: @escaping () -> Void) -> any Cancellable

  init<Context: Scheduler>(_ scheduler: Context) {
    let start = scheduler.now
    elapsed = { start.distance(to: scheduler.now).wholeNanoseconds }
    wait = { nanoseconds, body in
      let alarm = Alarm()
      alarm.set(
        on: scheduler, at: scheduler.now.advanced(by: .nanoseconds(nanoseconds)), options: nil,
        body)
      return AnyCancellable { alarm.end() }
    }
  }
}

extension SchedulerTimeIntervalConvertible where Self: Comparable {
  /// The length in whole nanoseconds, 0 for a negative one.
  fileprivate var wholeNanoseconds: Int {
    if let length = self as? MonotonicInstant.Stride { return max(0, length.nanoseconds) }
    guard self > .nanoseconds(0) else { return 0 }
    // Any scheduler can make a length, but not all can measure one: it is found bit by bit.
    var nanoseconds = 0
    for bit in (0..<62).reversed() where .nanoseconds(nanoseconds + 1 << bit) <= self {
      nanoseconds += 1 << bit
    }
    return nanoseconds
  }
}
