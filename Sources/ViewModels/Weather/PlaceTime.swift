import Formats
import Positioning

/// An instant on the clocks of a place.
///
///     PlaceTime(timestamp, utcOffset: 3600).longText  // "22 September 2026 15:00:00"
///
/// It is in English and the Gregorian calendar, without a library of locales.
package struct PlaceTime: Hashable, Sendable {
  /// The instant.
  package let timestamp: Timestamp
  /// The clocks' offset from UTC in seconds, positive if ahead.
  package let utcOffset: Int

  /// Makes the time on clocks that are `utcOffset` seconds ahead of UTC.
  package init(_ timestamp: Timestamp, utcOffset: Int) {
    (self.timestamp, self.utcOffset) = (timestamp, utcOffset)
  }

  private var shown: Timestamp { timestamp.advanced(by: .seconds(utcOffset)) }

  /// The number of the day on these clocks; 1970-01-01 is 0.
  var day: Int { shown.dayAndTime.day }

  /// The hour on these clocks, 0…23.
  var hour: Int { shown.components.hour }

  /// The day in full: `22 September 2026`.
  package var dateText: String {
    let parts = shown.components
    return "\(parts.day) \(CalendarNames.months[parts.month - 1]) \(parts.year)"
  }

  /// The time of day to the second: `15:00:00`.
  package var timeText: String {
    let parts = shown.components
    return "\(minuteText):\(String(parts.second, width: 2))"
  }

  /// The time of day to the minute: `15:00`.
  package var minuteText: String {
    let parts = shown.components
    return "\(String(parts.hour, width: 2)):\(String(parts.minute, width: 2))"
  }

  /// Day and time of day: `22 September 2026 15:00:00`.
  package var longText: String { "\(dateText) \(timeText)" }

  /// The day of the week and of the month: `Tue 22`.
  package var dayText: String {
    let day = shown.components.day
    return CalendarNames.weekdays[weekday].prefix(3) + (day < 10 ? "  \(day)" : " \(day)")
  }

  /// Day and time of day in short: `Tue 22 15:00`.
  package var shortText: String { "\(dayText) \(minuteText)" }

  /// The distance of the clocks from UTC: `UTC`, `UTC+1`, `UTC-3:30`.
  package var zoneText: String {
    let minutes = abs(utcOffset) / 60
    guard minutes > 0 else { return "UTC" }
    let rest = minutes % 60 == 0 ? "" : ":" + String(minutes % 60, width: 2)
    return "UTC\(utcOffset < 0 ? "-" : "+")\(minutes / 60)\(rest)"
  }

  /// Days since Monday; 1970-01-01 was a Thursday.
  private var weekday: Int { ((day + 3) % 7 + 7) % 7 }
}
