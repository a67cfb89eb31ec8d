/// The time of epochs on a clock that passes midnight, also where the source says no date.
///
///     var clock = EpochClock()
///     clock.time(of: epoch)!  // 86399.0 seconds
///     clock.time(of: next)!  // 86400.0 seconds, where the source says 00:00:00
struct EpochClock: Sendable {
  /// The latest epoch's times.
  private var last: (timestamp: Timestamp?, timeOfDay: Duration)?
  private var now: Duration?

  /// The time of the next epoch; nil where it says none.
  mutating func time(of epoch: TraceEpoch) -> Duration? {
    guard let time = epoch.timeOfDay else { return nil }
    if let last, let now,
      let elapsed = TraceEpoch.interval(
        from: last.timestamp, last.timeOfDay, to: epoch.timestamp, time)
    {
      self.now = now + elapsed
    } else {
      now = time
    }
    last = (epoch.timestamp, time)
    return now
  }
}
