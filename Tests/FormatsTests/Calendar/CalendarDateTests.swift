import Formats
import Testing

@Suite("Dates of the calendar")
struct CalendarDateTests {
  @Test("Every day of four centuries follows the one before")
  func everyDay() throws {
    var next = try #require(CalendarDate(year: 2000, month: 1, day: 1)).daysSince1970
    for year in 2000..<2400 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
          #expect(date.daysSince1970 == next)
          #expect(CalendarDate(daysSince1970: next) == date)
          next += 1
        }
      }
    }
    #expect(next == 10_957 + 146_097)
  }

  @Test(
    "Text that is no date, or of a year that is not wanted, is refused",
    arguments: [(2001, 2, 29), (2001, 13, 1), (2001, 0, 1), (2001, 4, 31), (2001, 1, 0), (0, 1, 1)])
  func refused(year: Int, month: Int, day: Int) {
    #expect(CalendarDate(year: year, month: month, day: day) == nil)
  }

  @Test("The years that are wanted may be others, and dates before 1970 count below zero")
  func years() {
    #expect(CalendarDate(year: 2001, month: 1, day: 1, in: 1...2000) == nil)
    #expect(CalendarDate(year: 1969, month: 12, day: 31)?.daysSince1970 == -1)
    #expect(CalendarDate(daysSince1970: -719_468).description == "0000-03-01")
  }
}
