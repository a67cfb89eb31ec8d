/// An instant in Coordinated Universal Time, to the nanosecond.
///
///     Timestamp(year: 2005, month: 9, day: 25, hour: 23, minute: 52, second: 34)!.description
///     // "2005-09-25T23:52:34.000Z"
///
/// Counts nanoseconds since 1970-01-01T00:00:00Z without leap seconds, as POSIX time does, so it
/// reaches from the year 1678 to 2262.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  public var nanosecondsSince1970: Int64

  /// Makes the instant that lies the given number of nanoseconds after 1970-01-01T00:00:00Z.
  public init(nanosecondsSince1970: Int64) {
    self.nanosecondsSince1970 = nanosecondsSince1970
  }

  /// Makes the instant that a civil date and time of day name, in UTC.
  ///
  /// `second` may be 60 (a leap second, counted as the first of the next minute).
  /// Returns nil when a part is out of its range or the year is outside 1678…2261.
  public init?(
    year: Int, month: Int, day: Int,
    hour: Int = 0, minute: Int = 0, second: Int = 0, nanosecond: Int = 0
  ) {
    guard (1678...2261).contains(year), (1...12).contains(month), day >= 1,
      day <= Timestamp.days(inMonth: month, of: year),
      (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...999_999_999).contains(nanosecond)
    else { return nil }
    let days = Timestamp.daysSince1970(year: year, month: month, day: day)
    let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
    nanosecondsSince1970 = Int64(seconds) * 1_000_000_000 + Int64(nanosecond)
  }

  /// Whether `left` comes before `right`.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.nanosecondsSince1970 < right.nanosecondsSince1970
  }

  /// The time from this instant to `other`; negative when `other` comes first.
  public func duration(to other: Timestamp) -> Duration {
    // Each fits 64 bits, their difference may not; a `Duration` has 128.
    .nanoseconds(other.nanosecondsSince1970) - .nanoseconds(nanosecondsSince1970)
  }

  /// The instant that lies `duration` after this one, to the nanosecond; the first or last there is
  /// if it lies beyond.
  public func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = (Duration.nanoseconds(nanosecondsSince1970) + duration).components
    let (whole, isTooMuch) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    guard isTooMuch || overflows else { return Timestamp(nanosecondsSince1970: sum) }
    return Timestamp(nanosecondsSince1970: seconds < 0 ? .min : .max)
  }
}

extension Timestamp {
  /// The parts of an instant on the proleptic Gregorian calendar, in UTC.
  public struct Components: Hashable, Sendable {
    /// The year, 1677…2262.
    public var year: Int
    /// The month, 1…12.
    public var month: Int
    /// The day of the month, 1…31.
    public var day: Int
    /// The hour, 0…23.
    public var hour: Int
    /// The minute, 0…59.
    public var minute: Int
    /// The second, 0…59.
    public var second: Int
    /// The part of the second, 0…999,999,999.
    public var nanosecond: Int
  }

  /// This instant's calendar date and time of day.
  public var components: Components {
    let (days, rest) = dayAndTime
    let (year, month, day) = Timestamp.civilDate(daysSince1970: days)
    let seconds = Int(rest / 1_000_000_000)
    return Components(
      year: year, month: month, day: day,
      hour: seconds / 3600, minute: seconds / 60 % 60, second: seconds % 60,
      nanosecond: Int(rest % 1_000_000_000))
  }

  /// The days since 1970-01-01, and the nanoseconds since midnight of that day.
  ///
  /// Of the first day that a timestamp reaches only a part is there: its midnight is no timestamp.
  package var dayAndTime: (day: Int, time: Int64) {
    let perDay: Int64 = 86_400_000_000_000
    let day = floorDivide(nanosecondsSince1970, perDay)
    let rest = nanosecondsSince1970 % perDay
    return (Int(day), rest < 0 ? rest + perDay : rest)
  }

  /// The number of days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Counts in years that begin on 1 March, so that the leap day is a year's last; 719,468 days lie
  /// between 0000-03-01 and 1970-01-01.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The Gregorian date that lies a number of days after 1970-01-01.
  static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601 in UTC with milliseconds (cut, not rounded): `2005-09-25T23:52:34.000Z`.
  public var description: String {
    let parts = components
    func digits(_ value: Int, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    return digits(parts.year, 4) + "-" + digits(parts.month, 2) + "-" + digits(parts.day, 2) + "T"
      + digits(parts.hour, 2) + ":" + digits(parts.minute, 2) + ":" + digits(parts.second, 2) + "."
      + digits(parts.nanosecond / 1_000_000, 3) + "Z"
  }
}

extension Duration {
  /// This duration in whole nanoseconds; meant for less than 292 years.
  package var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}

/// The quotient rounded towards negative infinity.
func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
  let quotient = value / divisor
  return value % divisor < 0 ? quotient - 1 : quotient
}
