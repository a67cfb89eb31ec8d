import Forms
import Testing

@Suite("A day counted from another")
struct CalendarDayArithmeticTests {
  @Test(
    "is that of the calendar",
    arguments: [
      ("2024-02-28", 1, "2024-02-29"), ("2026-12-31", 1, "2027-01-01"),
      ("2026-01-01", -1, "2025-12-31"), ("9999-12-31", 7, "9999-12-31"),
      ("0001-01-03", -9, "0001-01-01"),
    ])
  func days(day: String, by count: Int, expected: String) {
    #expect(CalendarDay(day)?.adding(days: count) == CalendarDay(expected))
  }

  @Test(
    "months later is the same day, or the last one of the month",
    arguments: [
      ("2026-01-31", 1, "2026-02-28"), ("2026-01-15", -1, "2025-12-15"),
      ("2024-02-29", 12, "2025-02-28"), ("9999-12-01", 1, "9999-12-31"),
      ("0001-01-15", -1, "0001-01-01"),
    ])
  func months(day: String, by count: Int, expected: String) {
    #expect(CalendarDay(day)?.adding(months: count) == CalendarDay(expected))
  }

  @Test(
    "has a weekday from Monday on, and a month of days",
    arguments: [
      ("1970-01-01", 4, 31), ("2026-11-30", 1, 30), ("2026-11-29", 7, 30), ("2024-02-01", 4, 29),
      ("0001-01-01", 1, 31),
    ])
  func weekday(day: String, number: Int, count: Int) {
    #expect(CalendarDay(day)?.weekday == number && CalendarDay(day)?.daysInMonth == count)
  }
}
