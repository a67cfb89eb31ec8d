import Positioning

/// When the epochs of a replay fall due: the log's time, stretched by a rate, on a timer's clock.
///
/// A value without a timer: it is given the time, in nanoseconds of the timer's clock, and says
/// when it wants to be asked again.
struct ReplayPace: Sendable {
  /// What falls due at a time, and what comes then.
  struct Delivery: Sendable {
    enum Sequel: Sendable {
      /// To be asked again at a time.
      case goesOn(at: Int64)
      case ended
      case failed(TraceError)
    }

    var epochs: [LocationEpoch]
    var sequel: Sequel
  }

  /// How many seconds of the log pass in one second; to be changed while it rests.
  var rate = 1.0
  /// When the last epoch was due.
  private var due: Int64 = 0
  /// While it rests: the log's time that had passed since the last epoch, nanoseconds.
  private var passed = 0.0

  /// Epochs that are delivered in one go.
  private static let batchLimit = 2000
  /// A delivery that is late by more than this was held up, nanoseconds.
  private static let greatestDelay: Int64 = 1_000_000_000

  /// Stands at an epoch that is taken now.
  mutating func restart(at now: Int64) {
    due = now
    passed = 0
  }

  /// Rests; going on takes up the rest of the time to the next epoch.
  mutating func rest(at now: Int64) {
    passed = Double(now - due) * rate
  }

  /// Goes on where it rests.
  mutating func resume(at now: Int64) {
    due = now - Int64(passed / rate)
    passed = 0
  }

  /// Takes the epochs that are due.
  mutating func take(from cursor: inout ReplayCursor, at now: Int64) -> Delivery {
    var epochs: [LocationEpoch] = []
    do throws(TraceError) {
      while let pause = try cursor.pauseBeforeNext() {
        let next = due + Int64(Double(pause.nanoseconds) / rate)
        if next > now {
          let interval = epochs.isEmpty ? 0 : cursor.options.deliveryInterval.nanoseconds
          return Delivery(epochs: epochs, sequel: .goesOn(at: max(next, now + interval)))
        }
        if epochs.count >= Self.batchLimit {
          return Delivery(epochs: epochs, sequel: .goesOn(at: now))
        }
        due = now - next > Self.greatestDelay ? now : next
        if let epoch = try cursor.next() { epochs.append(epoch) }
      }
      return Delivery(epochs: epochs, sequel: .ended)
    } catch {
      return Delivery(epochs: epochs, sequel: .failed(error))
    }
  }
}
