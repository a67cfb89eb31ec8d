import Formats

/// An instant in Coordinated Universal Time, to the nanosecond.
///
///     Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52, second: 34)!.description
///     // "2005-09-25T23:52:34.000Z"
///
/// Counts nanoseconds since 1970-01-01T00:00:00Z without leap seconds, as POSIX time does, which
/// covers the years 1678 to 2262.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public var nanosecondsSince1970: Int64

  /// Makes the instant at a number of nanoseconds after 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) { self.nanosecondsSince1970 = nanosecondsSince1970 }

  /// Makes the instant of a civil date and time of day in UTC.
  ///
  /// `second` may be 60 (a leap second, counted as the first of the next minute). Returns nil if a
  /// value is out of range or the year is outside 1678…2261.
  public init?(
    year: Int, month: Int, day: Int,
    hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0
  ) {
    guard let days = Timestamp.day(year: year, month: month, day: day), (0...23).contains(hour),
      (0...59).contains(minute), (0...60).contains(second), (0...999_999_999).contains(nanosecond)
    else { return nil }
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    nanosecondsSince1970 = Int64(seconds) * 1_000_000_000 + Int64(nanosecond)
  }

  /// Returns true if `left` comes before `right`.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// The time from this instant to `other`; negative if `other` comes first.
  public func duration(to other: Timestamp) -> Duration {
    // Each value fits in 64 bits, but their difference may not; a `Duration` has 128.
    .nanoseconds(other.nanosecondsSince1970) - .nanoseconds(nanosecondsSince1970)
  }

  /// The instant at `duration` after this one, to the nanosecond; clamped to the first or last
  /// possible instant.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = (Duration.nanoseconds(nanosecondsSince1970) + duration).components
    let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard isTooMuch || overflows else { return Timestamp(nanosecondsSince1970: sum) }
    return Timestamp(nanosecondsSince1970: seconds < 0 ? .min : .max)
  }
}

extension Timestamp {
  /// The components of an instant in the proleptic Gregorian calendar, in UTC.
  package struct Components: Hashable, Sendable {
    /// The year, 1677…2262.
    package var year: Int
    /// The month, 1…12.
    package var month: Int
    /// The day of the month, 1…31.
    package var day: Int
    /// The hour, 0…23.
    package var hour: Int
    /// The minute, 0…59.
    package var minute: Int
    /// The second, 0…59.
    package var second: Int
    /// The fraction of the second in nanoseconds, 0…999,999,999.
    package var nanosecond: Int
  }

  /// This instant's calendar date and time of day.
  package var components: Components {
    let (days, rest) = dayAndTime
    let date = CalendarDate(daysSince1970: days)
    let seconds = Int(rest / 1_000_000_000)
    return Components(
      year: date.year, month: date.month, day: date.day, hour: seconds / 3600,
      minute: seconds / 60 % 60, second: seconds % 60, nanosecond: Int(rest % 1_000_000_000))
  }

  /// The days since 1970-01-01, and the nanoseconds since midnight of that day.
  ///
  /// Only a part of the first day is in range: its midnight is not a timestamp.
  package var dayAndTime: (day: Int, time: Int64) {
    let day = floorDivide(nanosecondsSince1970, Timestamp.nanosecondsPerDay)
    // Use the remainder: the first day within 64 bits is not complete.
    let rest = nanosecondsSince1970 % Timestamp.nanosecondsPerDay
    return (Int(day), rest < 0 ? rest + Timestamp.nanosecondsPerDay : rest)
  }

  static let nanosecondsPerDay: Int64 = 86_400_000_000_000

  /// The days from 1970-01-01 to a date; nil if the date does not exist or is outside 1678…2261,
  /// the years whose instants are all timestamps.
  static func day(year: Int, month: Int, day: Int) -> Int? {
    CalendarDate(year: year, month: month, day: day, in: 1678...2261)?.daysSince1970
  }

  /// Nanoseconds since midnight for a time written as in `235959`; nil if there is no such time of
  /// day. The second may be 60.
  static func timeOfDay(clock: Int64) -> Int64? {
    let (hour, minute, second) = (clock / 10000, clock / 100 % 100, clock % 100)
    guard hour < 24, minute < 60, second <= 60 else { return nil }
    return ((hour * 60 + minute) * 60 + second) * 1_000_000_000
  }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601 in UTC with milliseconds (truncated, not rounded): `2005-09-25T23:52:34.000Z`.
  public var description: String {
    let parts = components
    let clock = [parts.hour, parts.minute, parts.second].map { String($0, width: 2) }
    return "\(CalendarDate(daysSince1970: dayAndTime.day))T\(clock.joined(separator: ":"))."
      + "\(String(parts.nanosecond / 1_000_000, width: 3))Z"
  }
}

extension Duration {
  /// This duration in whole nanoseconds, limited to 292 years in either direction.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !isTooMuch else { return seconds < 0 ? .min : .max }
    return whole.addingSaturated(attoseconds / 1_000_000_000)
  }
}

extension Int64 {
  /// The sum of two numbers, clamped to the range of the type.
  @inline(__always) func addingSaturated(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? other < 0 ? .min : .max : sum
  }

  /// The difference of two numbers, clamped to the range of the type.
  @inline(__always) func subtractingSaturated(_ other: Int64) -> Int64 {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? other < 0 ? .max : .min : difference
  }

  /// These nanoseconds in seconds.
  @inline(__always) var nanosecondsInSeconds: Double { Double(self) / 1e9 }
}

/// The quotient rounded towards negative infinity.
func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}
