import Expressions

/// A time relative to now, as files write it: `today`, `today + 90 days`, `now - 2 hours`.
struct RelativeTime: Hashable, Sendable, CustomStringConvertible {
  /// The text that it was read from.
  let description: String
  /// True for `today`, which is the beginning of the day.
  private let isToday: Bool
  private let count: Int
  private let unit: Unit

  private enum Unit: String { case minute, hour, day, week, month, year }

  /// The maximum number of units.
  private static let countLimit = 100_000

  /// Reads `today` or `now`, and a number of minutes, hours, days, weeks, months or years that is
  /// added to it or taken from it; nil for anything else.
  init?(_ text: String) {
    let words = text.unicodeScalars.split(separator: " ").map { String($0) }
    guard let base = words.first, ["today", "now"].contains(base) else { return nil }
    description = text
    isToday = base == "today"
    guard words.count > 1 else {
      (count, unit) = (0, .day)
      return
    }
    guard words.count == 4, ["+", "-"].contains(words[1]),
      words[2].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(words[2]),
      count <= Self.countLimit,
      let unit = Unit(rawValue: words[3]) ?? Unit(rawValue: String(words[3].dropLast())),
      [unit.rawValue, "\(unit.rawValue)s"].contains(words[3])
    else { return nil }
    self.count = words[1] == "+" ? count : -count
    self.unit = unit
  }

  /// Returns the day and time that it denotes at the given one.
  func moment(at now: DayAndTime) -> DayAndTime {
    let start = isToday ? DayAndTime(now.day, TimeOfDay(hour: 0, minute: 0)!) : now
    return switch unit {
    case .minute: start.adding(minutes: count)
    case .hour: start.adding(minutes: count * 60)
    case .day: DayAndTime(start.day.adding(days: count), start.time)
    case .week: DayAndTime(start.day.adding(days: count * 7), start.time)
    case .month: DayAndTime(start.day.adding(months: count), start.time)
    case .year: DayAndTime(start.day.adding(months: count * 12), start.time)
    }
  }
}

extension DayAndTime {
  /// The present day and time of the machine, in its time zone.
  public static var now: DayAndTime {
    let now = LocalTime.now
    let day = CalendarDay(year: now.year, month: now.month, day: now.day) ?? .first
    return DayAndTime(day, TimeOfDay(hour: now.hour, minute: now.minute)!)
  }

  /// Returns the day and time that many minutes later, or earlier if the number is negative.
  fileprivate func adding(minutes: Int) -> DayAndTime {
    let day = 24 * 60
    let sum = time.hour * 60 + time.minute + minutes
    let days = sum >= 0 ? sum / day : (sum - day + 1) / day
    let rest = sum - days * day
    return DayAndTime(self.day.adding(days: days), TimeOfDay(hour: rest / 60, minute: rest % 60)!)
  }
}

/// A day, a time of day, or both, which a moment can limit.
protocol DayOrTime: LosslessStringConvertible, Comparable, Sendable {
  /// Makes the limit that a moment is, as seen on a day.
  init(limit moment: DayAndTime, on day: CalendarDay)
}

extension CalendarDay: DayOrTime {
  init(limit moment: DayAndTime, on day: CalendarDay) { self = moment.day }
}

extension TimeOfDay: DayOrTime {
  /// The time of a moment on the same day; the first or the last one of the day for a moment on an
  /// earlier or a later day.
  init(limit moment: DayAndTime, on day: CalendarDay) {
    self =
      moment.day == day
      ? moment.time
      : moment.day < day ? Self(hour: 0, minute: 0)! : Self(hour: 23, minute: 59)!
  }
}

extension DayAndTime: DayOrTime {
  init(limit moment: DayAndTime, on day: CalendarDay) { self = moment }
}

extension RelativeTime {
  /// Returns the limit that it is at a present day and time.
  func limit<Part: DayOrTime>(at now: DayAndTime, as _: Part.Type = Part.self) -> Part {
    Part(limit: moment(at: now), on: now.day)
  }

  /// Returns true if this limit is always above another: in every month, and at any time of day.
  func isAlways<Part: DayOrTime>(above other: RelativeTime, as _: Part.Type) -> Bool {
    (1...12).allSatisfy { month in
      [0, 12, 23].allSatisfy { hour in
        let day = CalendarDay(year: 2027, month: month, day: 1)!
        let now = DayAndTime(day, TimeOfDay(hour: hour, minute: 0)!)
        return limit(at: now, as: Part.self) > other.limit(at: now)
      }
    }
  }
}

extension ValidationRule {
  /// A rule that is made again for each evaluation, such as one with a limit relative to now.
  ///
  ///     .day("arrival", \.arrival, .current { .range(DayAndTime.now.day...) })
  ///
  /// - Parameter rule: Makes the rule.
  public static func current(_ rule: @escaping @Sendable () -> ValidationRule) -> ValidationRule {
    ValidationRule(rule().requirement) { rule().evaluate($0) }
  }
}
