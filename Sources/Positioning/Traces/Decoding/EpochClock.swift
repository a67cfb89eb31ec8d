/// The time of epochs on a clock that passes midnight, even if the source has no date.
///
///     var clock = EpochClock()
///     clock.time(of: epoch)!  // 86399.0 seconds
///     clock.time(of: next)!  // 86400.0 seconds, where the source says 00:00:00
struct EpochClock: Sendable {
  /// The times of the latest epoch.
  private var last: EpochTime?
  private var now: Int64 = 0

  /// The time of the next epoch; nil if it has none.
  mutating func time(of epoch: TraceEpoch) -> Duration? {
    nanoseconds(of: epoch.time).map { .nanoseconds($0) }
  }

  /// The time of the next epoch in nanoseconds; nil if it has none.
  @inline(__always) mutating func nanoseconds(of time: EpochTime) -> Int64? {
    guard let ofDay = time.ofDay else { return nil }
    if let elapsed = last?.interval(to: time) {
      now = now.addingSaturated(elapsed)
    } else {
      now = ofDay
    }
    last = time
    return now
  }
}
