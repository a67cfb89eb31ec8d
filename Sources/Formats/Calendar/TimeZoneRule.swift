/// The rule of a time zone for all years, in POSIX notation: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct TimeZoneRule: Hashable, Sendable {
  private let standard: TimeZoneRules.Offset
  /// Summer time, and when in a year it begins and ends; nil if there is none.
  private var summer: Summer?

  private struct Summer: Hashable {
    let offset: TimeZoneRules.Offset
    let start: Day
    let end: Day
  }

  /// A day of the year with a time, by the clock before the change.
  fileprivate struct Day: Hashable {
    enum Form: Hashable {
      /// A month, a week of it (5 is its last) and a weekday, 0 for Sunday.
      case weekday(month: Int, week: Int, day: Int)
      /// A day from 1 to 365, never 29 February.
      case julian(Int)
      /// A day from 0 to 365.
      case ordinal(Int)
    }

    let form: Form
    let seconds: Int
  }

  /// Reads a rule; nil if it is invalid.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard let name = Self.name(&rest), let west = Self.time(&rest) else { return nil }
    standard = TimeZoneRules.Offset(seconds: -west, name: name)
    guard !rest.isEmpty else { return }
    guard let name = Self.name(&rest) else { return nil }
    var ahead = standard.seconds + 3600
    if rest.first != UInt8(ascii: ",") {
      guard let west = Self.time(&rest) else { return nil }
      ahead = -west
    }
    guard let start = Self.day(&rest), let end = Self.day(&rest), rest.isEmpty else { return nil }
    summer = Summer(
      offset: TimeZoneRules.Offset(seconds: ahead, name: name), start: start, end: end)
  }

  /// Returns the offset at a time in seconds since 1970 in UTC.
  func offset(at time: Int64) -> TimeZoneRules.Offset {
    guard let summer else { return standard }
    let days = (time + Int64(standard.seconds)).quotientRoundedDown(by: 86_400)
    let year = CalendarDate(daysSince1970: Int(days)).year
    let start = summer.start.seconds(in: year) - Int64(standard.seconds)
    let end = summer.end.seconds(in: year) - Int64(summer.offset.seconds)
    let isSummer = start < end ? time >= start && time < end : time >= start || time < end
    return isSummer ? summer.offset : standard
  }

  private static func name(_ rest: inout ArraySlice<UInt8>) -> String? {
    let isQuoted = rest.first == UInt8(ascii: "<")
    if isQuoted { rest.removeFirst() }
    let name = rest.prefix { byte in
      isQuoted ? byte != UInt8(ascii: ">") : (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A
    }
    rest = rest.dropFirst(name.count + (isQuoted ? 1 : 0))
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  /// Reads hours with a sign, minutes and seconds, as seconds.
  private static func time(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var sign = 1
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      if first == UInt8(ascii: "-") { sign = -1 }
      rest.removeFirst()
    }
    guard var seconds = number(&rest).map({ $0 * 3600 }) else { return nil }
    for unit in [60, 1] where rest.first == UInt8(ascii: ":") {
      rest.removeFirst()
      guard let part = number(&rest) else { return nil }
      seconds += part * unit
    }
    return sign * seconds
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    rest = rest.dropFirst(digits.count)
    return digits.count < 5 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }

  private static func day(_ rest: inout ArraySlice<UInt8>) -> Day? {
    guard rest.first == UInt8(ascii: ",") else { return nil }
    rest.removeFirst()
    let form: Day.Form
    switch rest.first {
    case UInt8(ascii: "M"):
      var numbers: [Int] = []
      for _ in 0..<3 {
        rest.removeFirst()
        guard let part = number(&rest) else { return nil }
        numbers.append(part)
        if numbers.count < 3, rest.first != UInt8(ascii: ".") { return nil }
      }
      guard (1...12).contains(numbers[0]), (1...5).contains(numbers[1]), numbers[2] < 7 else {
        return nil
      }
      form = .weekday(month: numbers[0], week: numbers[1], day: numbers[2])
    case UInt8(ascii: "J"):
      rest.removeFirst()
      guard let day = number(&rest), (1...365).contains(day) else { return nil }
      form = .julian(day)
    default:
      guard let day = number(&rest), day < 366 else { return nil }
      form = .ordinal(day)
    }
    guard rest.first == UInt8(ascii: "/") else { return Day(form: form, seconds: 7200) }
    rest.removeFirst()
    return time(&rest).map { Day(form: form, seconds: $0) }
  }
}

extension TimeZoneRule.Day {
  /// The seconds from 1970 to this day's time in a year, by the local clock.
  fileprivate func seconds(in year: Int) -> Int64 {
    guard let newYear = CalendarDate(year: year, month: 1, day: 1)?.daysSince1970 else { return 0 }
    let isLeap = CalendarDate(year: year, month: 2, day: 29) != nil
    let days: Int
    switch form {
    case .ordinal(let day): days = newYear + day
    case .julian(let day): days = newYear + day - 1 + (isLeap && day > 59 ? 1 : 0)
    case .weekday(let month, let week, let day):
      let first = CalendarDate(year: year, month: month, day: 1)?.daysSince1970 ?? newYear
      let next =
        month == 12
        ? CalendarDate(year: year + 1, month: 1, day: 1)?.daysSince1970
        : CalendarDate(year: year, month: month + 1, day: 1)?.daysSince1970
      // 1970-01-01 was a Thursday.
      let weekday = ((first + 4) % 7 + 7) % 7
      var found = first + (day - weekday + 7) % 7 + (week - 1) * 7
      while let next, found >= next { found -= 7 }
      days = found
    }
    return Int64(days) * 86_400 + Int64(self.seconds)
  }
}

extension Int64 {
  fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let (quotient, rest) = quotientAndRemainder(dividingBy: divisor)
    return rest < 0 ? quotient - 1 : quotient
  }
}
