/// A date in the Gregorian calendar, including dates before its introduction.
///
///     CalendarDate(year: 2024, month: 2, day: 29)!.daysSince1970  // 19782
///     CalendarDate(year: 2026, month: 2, day: 29)  // nil
package struct CalendarDate: Hashable, Sendable {
  /// The year.
  package let year: Int
  /// The month, 1…12.
  package let month: Int
  /// The day of the month, 1…31.
  package let day: Int

  /// Makes a date; nil if it does not exist, or its year is out of range.
  package init?(year: Int, month: Int, day: Int, in years: ClosedRange<Int> = 1...9999) {
    guard years.contains(year), (1...12).contains(month), day >= 1,
      day <= CalendarDate.days(inMonth: month, of: year)
    else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Makes the date that is a number of days after 1970-01-01.
  ///
  /// Counts in years that begin on 1 March and end with the leap day; there are 719,468 days from
  /// 0000-03-01 to 1970-01-01.
  package init(daysSince1970 days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days from 1970-01-01 to this date; negative before it.
  package var daysSince1970: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate: CustomStringConvertible {
  /// ISO 8601: `2026-11-30`.
  package var description: String {
    "\(String(year, width: 4))-\(String(month, width: 2))-\(String(day, width: 2))"
  }
}
