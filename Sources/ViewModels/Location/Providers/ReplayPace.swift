import Positioning
import ReactiveExtras

/// The due times of a replay's epochs: the log's time, scaled by a rate, on a timer's clock.
///
/// A value without a timer: it is given the current instant of the timer's clock, and returns the
/// time of the next call.
struct ReplayPace: Sendable {
  /// The epochs that fall due at a time, and the next step.
  struct Delivery: Sendable {
    enum Sequel: Sendable {
      /// The next call is at a time.
      case goesOn(at: MonotonicInstant)
      /// The loop's end was delivered; its start is due at a time.
      case loops(at: MonotonicInstant)
      case ended
      case failed(TraceError)
    }

    var epochs: [LocationEpoch]
    var sequel: Sequel
  }

  /// The number of seconds of the log that pass in one second, or infinity for the greatest
  /// possible speed; to be changed while it rests.
  var rate = 1.0
  /// The due time of the last epoch.
  private var due = MonotonicInstant(nanoseconds: 0)
  /// While it rests: the log's time that had passed since the last epoch.
  private var passed = Duration.zero

  /// The number of epochs that are delivered in one go.
  private static let batchLimit = 2000
  /// A delivery that is late by more than this was held up.
  private static let greatestDelay = Duration.seconds(1)

  /// Begins at an epoch that is taken now.
  ///
  /// - Parameter passed: The log's time that has passed since then.
  mutating func restart(at now: MonotonicInstant, passed: Duration = .zero) {
    due = now
    self.passed = passed
  }

  /// Rests; resuming takes up the rest of the time to the next epoch.
  mutating func rest(at now: MonotonicInstant) {
    passed = rate.isFinite ? due.duration(to: now) * rate : .zero
  }

  /// Resumes from the rest.
  mutating func resume(at now: MonotonicInstant) {
    due = now - scaled(passed)
    passed = .zero
  }

  /// Returns the timer's time that a time of the log takes.
  private func scaled(_ time: Duration) -> Duration { rate.isFinite ? time / rate : .zero }

  /// Takes the epochs that are due.
  ///
  /// - Parameters:
  ///   - cursor: The cursor that they are taken from.
  ///   - now: The current instant.
  ///   - loopEnd: The end of the epoch after which a loop begins again; nil without a loop.
  mutating func take(
    from cursor: inout ReplayCursor, at now: MonotonicInstant, until loopEnd: Int? = nil
  ) -> Delivery {
    var epochs: [LocationEpoch] = []
    do throws(TraceError) {
      while true {
        let pause: Duration
        switch try cursor.prospect() {
        case .end where loopEnd != nil && cursor.last != nil:
          return Delivery(epochs: epochs, sequel: .loops(at: now + cursor.options.deliveryInterval))
        case .end: return Delivery(epochs: epochs, sequel: .ended)
        case .needsMoreTurns: return Delivery(epochs: epochs, sequel: .goesOn(at: now))
        case .pause(let time): pause = min(time, cursor.options.longestPause ?? time)
        }
        if let loopEnd, cursor.last != nil, cursor.file.position >= loopEnd {
          let next = max(due + scaled(pause), now + cursor.options.deliveryInterval)
          return Delivery(epochs: epochs, sequel: .loops(at: next))
        }
        let next = due + scaled(pause)
        if next > now {
          let interval = epochs.isEmpty ? .zero : cursor.options.deliveryInterval
          return Delivery(epochs: epochs, sequel: .goesOn(at: max(next, now + interval)))
        }
        if epochs.count >= Self.batchLimit {
          return Delivery(epochs: epochs, sequel: .goesOn(at: now))
        }
        due = next.duration(to: now) > Self.greatestDelay ? now : next
        if let epoch = try cursor.next() { epochs.append(epoch) }
      }
    } catch { return Delivery(epochs: epochs, sequel: .failed(error)) }
  }
}
