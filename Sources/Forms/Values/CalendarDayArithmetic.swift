import Formats

// Days counted from others, for drawing a calendar.

extension CalendarDay {
  /// The day of the week, from Monday, 1, to Sunday, 7, as ISO 8601 counts.
  package var weekday: Int {
    // 1970-01-01 was a Thursday.
    let days = date.daysSince1970 + 3
    return (days % 7 + 7) % 7 + 1
  }

  /// The number of days in its month.
  package var daysInMonth: Int {
    (28...31).last { CalendarDay(year: year, month: month, day: $0) != nil } ?? 28
  }

  /// Returns the day that many days later, or earlier if the number is negative; clamped to the
  /// first and last possible day.
  package func adding(days: Int) -> CalendarDay {
    let last = CalendarDay.last.date.daysSince1970
    let first = CalendarDay.first.date.daysSince1970
    let days = min(last, max(first, date.daysSince1970 + days))
    let date = CalendarDate(daysSince1970: days)
    return CalendarDay(year: date.year, month: date.month, day: date.day) ?? self
  }

  /// Returns the same day that many months later, or the last one of a shorter month.
  ///
  ///     CalendarDay("2026-01-31")?.adding(months: 1)  // 2026-02-28
  package func adding(months: Int) -> CalendarDay {
    let count = year * 12 + month - 1 + months
    guard count >= 12 else { return .first }
    guard let start = CalendarDay(year: count / 12, month: count % 12 + 1, day: 1) else {
      return .last
    }
    return start.adding(days: min(day, start.daysInMonth) - 1)
  }

  /// The first possible day, in the year 1.
  static let first = CalendarDay(year: 1, month: 1, day: 1)!
  /// The last possible day, in the year 9999.
  static let last = CalendarDay(year: 9999, month: 12, day: 31)!

  private var date: CalendarDate {
    CalendarDate(year: year, month: month, day: day) ?? CalendarDate(daysSince1970: 0)
  }
}
