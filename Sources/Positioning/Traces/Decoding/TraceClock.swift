import Formats

/// The user's corrections of a trace's clock: the zone of times without one, a shift of all times,
/// and a date for times of day.
///
/// Applied to the epochs of every format, after its decoder. Formats with times of day find their
/// dates themselves (``DayCarrier``); a date is added here only if they know none.
struct TraceClock: Sendable {
  private let zone: TimeZoneRules?
  /// Nanoseconds.
  private let shift: Int64
  /// The day of the latest epoch without a date, if the user gave one.
  private var day: Int?
  private var lastTime: Int64?
  /// True if a time of day may be a count from the start of a table or a film.
  private let mayCount: Bool

  /// Makes the corrections for a source; nil if there are none.
  ///
  /// - Parameters:
  ///   - findsDates: True if the decoder itself uses the user's date.
  ///   - mayCount: True if a time of day may be a count from the start of a table or a film.
  init?(_ options: TraceOptions, findsDates: Bool, mayCount: Bool) {
    (zone, shift, self.mayCount) = (options.timeZone, options.shift.nanoseconds, mayCount)
    day = findsDates ? nil : options.date?.dayAndTime.day
    guard zone != nil || shift != 0 || day != nil else { return nil }
  }

  /// Corrects the times of the next epoch.
  mutating func correct(_ epoch: inout TraceEpoch) {
    // The days within the range of timestamps.
    if epoch.timestamp == nil, let day, let time = epoch.nanosecondsOfDay, abs(day) < 106_000,
      time < Timestamp.nanosecondsPerDay
    {
      // A smaller step back is a clock that was set.
      let isNext = lastTime.map { $0 - time > 3_600_000_000_000 } ?? false
      let today = isNext ? day + 1 : day
      (self.day, lastTime) = (today, time)
      epoch.date(Timestamp(nanosecondsSince1970: Int64(today) * Timestamp.nanosecondsPerDay + time))
    }
    if let timestamp = epoch.timestamp {
      let corrected = Timestamp(
        nanosecondsSince1970: timestamp.nanosecondsSince1970
          .subtractingSaturated(offset(of: epoch, at: timestamp)).addingSaturated(shift))
      guard corrected != timestamp else { return }
      epoch.date(corrected)
      epoch.nanosecondsOfDay = corrected.dayAndTime.time
    } else if let time = epoch.nanosecondsOfDay, !mayCount || epoch.hasLocalTime {
      epoch.nanosecondsOfDay = withoutDays(
        time.subtractingSaturated(offset(of: epoch, at: nil)).addingSaturated(shift))
    }
  }

  /// Nanoseconds by which the clock of an epoch's time is ahead of UTC; without a date, those of
  /// the zone in winter.
  private func offset(of epoch: TraceEpoch, at time: Timestamp?) -> Int64 {
    guard let zone, epoch.hasLocalTime else { return 0 }
    let seconds =
      time.map { floorDivide($0.nanosecondsSince1970, 1_000_000_000) } ?? TraceClock.winter
    // With the offset of a day later or earlier, the time may be in the other season.
    let guess = Int64(zone.offset(at: seconds).seconds)
    return Int64(zone.offset(at: seconds - guess).seconds) * 1_000_000_000
  }

  /// 2024-01-15.
  private static let winter: Int64 = 1_705_276_800
}
