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
      let length = Context.SchedulerTimeType.Stride.nanoseconds(nanoseconds)
      let timer = SerialTimer()
      let repeating = scheduler.schedule(
        after: scheduler.now.advanced(by: length), interval: length
      ) {
        if timer.end() { body() }
      }
      timer.take(repeating)
      return timer
    }
  }
}

/// A timer that runs once: a repeating one that is cancelled when it has run, because others cannot
/// be cancelled.
final class SerialTimer: Cancellable, Sendable {
  private struct State: @unchecked Sendable {
    var cancellable: (any Cancellable)?
    var isOver = false
  }

  private let state = Locked(State())

  /// Takes the timer of a scheduler; cancels it if it has run already.
  func take(_ cancellable: any Cancellable) {
    let isOver = state.withLock { state in
      if !state.isOver { state.cancellable = cancellable }
      return state.isOver
    }
    if isOver { cancellable.cancel() }
  }

  /// Ends the timer; returns false if it was over before.
  func end() -> Bool {
    let before = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    before.cancellable?.cancel()
    return !before.isOver
  }

  func cancel() { _ = end() }
}

extension SchedulerTimeIntervalConvertible where Self: Comparable {
  /// The length in whole nanoseconds, 0 for one that is negative.
  fileprivate var wholeNanoseconds: Int {
    if let length = self as? MonotonicInstant.Stride { return max(0, length.nanoseconds) }
    guard self > .nanoseconds(0) else { return 0 }
    // Any scheduler can make a length, but not all of them measure one: it is found bit by bit.
    var nanoseconds = 0
    for bit in (0..<62).reversed() where .nanoseconds(nanoseconds + 1 << bit) <= self {
      nanoseconds += 1 << bit
    }
    return nanoseconds
  }
}
