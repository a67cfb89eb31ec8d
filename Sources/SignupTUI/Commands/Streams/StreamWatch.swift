import Dispatch
import Reactive
import ReactiveExtras
import ViewModels

/// Lets the time of a follower's streams pass, and hands it the contents of a place after each
/// change.
final class StreamWatch: Sendable {
  private let latest = Locked<StreamContents?>(nil)
  private let signal = DispatchSemaphore(value: 0)

  /// Runs until nothing can be written any more.
  func run(
    _ follower: StreamFollower, of source: StreamSource, at speed: StreamSpeed,
    _ lines: EmissionLines
  ) {
    let start = MonotonicInstant.now
    let subscription = source.updates(on: DispatchQueue(label: "streams")).sink { [self] contents in
      latest.withLock { $0 = contents }
      signal.signal()
    }
    while lines.failure == nil {
      if let contents = latest.withLock({ $0.take() }) {
        if let now = speed.instant(at: .now, startingAt: start) { follower.advance(to: now) }
        follower.adopt(contents)
      } else if let next = follower.nextDate {
        guard let date = speed.date(of: next, startingAt: start), date > .now else {
          follower.advance(to: next)
          continue
        }
        wait(until: date)
      } else {
        signal.wait()
      }
    }
    subscription.cancel()
  }

  /// Waits for a change, or until a date.
  private func wait(until date: MonotonicInstant) {
    // A longer wait may not fit into a clock; the caller looks again.
    let left = min(max(0, MonotonicInstant.now.distance(to: date).nanoseconds), 1_000_000_000_000)
    _ = signal.wait(timeout: .now() + .nanoseconds(left))
  }
}
