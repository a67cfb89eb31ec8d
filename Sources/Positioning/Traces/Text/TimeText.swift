/// Which of two numbers before a year is the day: `28/02/2024` or `02/28/2024`.
package enum DateOrder: String, Hashable, Sendable { case dayFirst, monthFirst }

/// A time as it is written: parts of a date, a time of day, a zone, or an instant.
struct CivilTime {
  /// Days since 1970-01-01.
  var day: Int?
  /// Nanoseconds since midnight.
  var time: Int64?
  /// The time by which the writer's clock was ahead of UTC, seconds; nil if no zone is given.
  var zone: Int?
  /// Nanoseconds since 1970-01-01T00:00:00Z, from a count of seconds or parts of seconds.
  var instant: Int64?
  /// Nanoseconds since the source began, from a count that is too small for a date.
  var elapsed: Int64?

  /// True if it is a time of day without a zone.
  var isLocal: Bool { time != nil && zone == nil }

  /// Nanoseconds since midnight of the day in UTC, which may be the previous or next day; nil if
  /// there is no time of day.
  ///
  /// - Parameter otherwise: The time by which a clock without a zone is ahead of UTC, nanoseconds.
  func universal(zone otherwise: Int64 = 0) -> Int64? {
    time.map { $0 - (zone.map { Int64($0) * 1_000_000_000 } ?? otherwise) }
  }

  /// The instant of a date and a time of day; nil without both.
  func timestamp(zone otherwise: Int64 = 0) -> Timestamp? {
    guard let day, let clock = universal(zone: otherwise) else { return nil }
    return Timestamp(nanosecondsSince1970: Int64(day) * Timestamp.nanosecondsPerDay + clock)
  }
}

/// Nanoseconds since midnight, without whole days.
func withoutDays(_ clock: Int64) -> Int64 {
  clock - floorDivide(clock, Timestamp.nanosecondsPerDay) * Timestamp.nanosecondsPerDay
}

extension ByteText {
  /// Reads a date, a time or both in the forms that loggers and spreadsheets write.
  ///
  /// `2024-02-28T23:58:20.417Z`, `2024/02/28 23:58:20`, `28.02.2024 23:58`, `02/28/2024 11:58:20
  /// PM`, `28-Feb-2024 23:58:20.417`, `Wed Feb 28 23:58:20 GMT+00:00 2024`, `20240228T235820Z`, and
  /// counts since 1970 whose size indicates their unit (seconds under 1e11, milliseconds under
  /// 1e14, microseconds under 1e17, else nanoseconds). Counts of seconds under 1e8 are taken to
  /// start at the beginning of the log.
  ///
  /// - Parameters:
  ///   - order: Which number of a date with slashes is the day.
  ///   - unit: The number of nanoseconds in one count, if the source declares it.
  func civilTime(order: DateOrder, nanosecondsPerCount unit: Int64? = nil) -> CivilTime? {
    let text = trimmed
    if let time = text.isoTime ?? text.runTogetherTime { return time }
    if let count = text.countSince1970(unit: unit) { return count }
    var parser = CivilTimeParser(rest: text, order: order)
    return parser.parse()
  }

  /// Reads `yymmdd`, `yyyymmdd` or any date with separators, in days since 1970-01-01.
  ///
  /// - Parameters:
  ///   - order: Which number of a date with slashes is the day.
  ///   - isDayFirst: Whether digits without separators are `ddmmyy` or `ddmmyyyy`.
  func civilDate(order: DateOrder, isDayFirst: Bool = false) -> Int? {
    let text = trimmed
    if let digits = text.natural {
      if isDayFirst, text.count == 6 || text.count == 8 {
        let (days, year) =
          text.count == 6 ? (digits / 100, digits % 100) : (digits / 10000, digits % 10000)
        return CivilTimeParser.day(
          text.count == 6 ? CivilTimeParser.fullYear(year) : year, days % 100, days / 100)
      }
      switch text.count {
      case 8: return CivilTimeParser.day(digits / 10000, digits / 100 % 100, digits % 100)
      // Spreadsheets drop leading zeros: 90412 is 2009-04-12.
      case 5, 6:
        return CivilTimeParser.day(
          CivilTimeParser.fullYear(digits / 10000), digits / 100 % 100, digits % 100)
      default: return nil
      }
    }
    return text.civilTime(order: order)?.day
  }

  /// Reads `hhmmss`, `hhmmss.sss` or `hh:mm:ss`, in nanoseconds since midnight.
  ///
  /// Eight digits are `hhmmsscc`, with hundredths of a second.
  ///
  /// - Parameters:
  ///   - order: Which number of a date with slashes is the day.
  ///   - unit: The number of nanoseconds in one count, if the source declares it.
  func civilTimeOfDay(order: DateOrder, nanosecondsPerCount unit: Int64? = nil) -> CivilTime? {
    let text = trimmed
    guard unit == nil, var number = text.decimal(), !number.isNegative else {
      return text.civilTime(order: order, nanosecondsPerCount: unit)
    }
    if number.scale == 0, text.count == 8 { number.scale = 2 }
    guard let time = number.timeOfDay else { return text.civilTime(order: order) }
    return CivilTime(time: time)
  }

  /// Reads a spreadsheet's count of days since 1899-12-30, as nanoseconds since 1970, to the
  /// millisecond.
  ///
  /// - Parameter separator: The decimal sign.
  func serialDays(separator: UInt8) -> Int64? {
    guard let number = trimmed.decimal(separator: separator) else { return nil }
    var milliseconds = ((number.double - 25_569) * 86_400_000).rounded()
    // The years within the range of nanoseconds since 1970.
    guard abs(milliseconds) < 9e12 else { return nil }
    // Seven decimals of a day are 9 ms: round to whole seconds.
    let second = (milliseconds / 1000).rounded() * 1000
    if number.scale <= 7, abs(milliseconds - second) <= 5 { milliseconds = second }
    return Int64(milliseconds) * 1_000_000
  }

  /// `2024-02-28T23:58:20.417Z` and the like, the form of most loggers; nil for others.
  private var isoTime: CivilTime? {
    guard count >= 19, self[4] == .minus, self[7] == .minus, self[13] == UInt8(ascii: ":"),
      self[16] == UInt8(ascii: ":"), self[10] == UInt8(ascii: "T") || self[10] == 0x20,
      let year = natural(0, 4), let month = natural(5, 2), let dayOfMonth = natural(8, 2),
      let hour = natural(11, 2), let minute = natural(14, 2), let second = natural(17, 2),
      hour < 24, minute < 60, second <= 60, let day = CivilTimeParser.day(year, month, dayOfMonth)
    else { return nil }
    var fraction: Int64 = 0
    var index = 19
    if index < count, self[index] == .dot {
      index += 1
      var unit: Int64 = 100_000_000
      while index < count, self[index].isDigit, unit > 0 {
        fraction += Int64(self[index] &- 0x30) * unit
        unit /= 10
        index += 1
      }
    }
    let seconds = Int64((hour * 60 + minute) * 60 + second)
    var time = CivilTime(day: day, time: seconds * 1_000_000_000 + fraction)
    if index == count { return time }
    guard index + 1 == count, self[index] | 0x20 == UInt8(ascii: "z") else { return nil }
    time.zone = 0
    return time
  }

  /// `20240228235820.417`, as modems write it: no count since 1970 is as long with these digits.
  private var runTogetherTime: CivilTime? {
    guard count >= 14, count == 14 || self[14] == .dot, let year = natural(0, 4),
      (1980..<2100).contains(year), let month = natural(4, 2), let dayOfMonth = natural(6, 2),
      let hour = natural(8, 2), let minute = natural(10, 2), let second = natural(12, 2), hour < 24,
      minute < 60, second <= 60, let day = CivilTimeParser.day(year, month, dayOfMonth),
      let clock = dropping(8).decimal()?.timeOfDay
    else { return nil }
    return CivilTime(day: day, time: clock)
  }

  /// The number in `length` digits from `index`.
  private func natural(_ index: Int, _ length: Int) -> Int? {
    var value = 0
    for position in index..<index + length {
      guard start[position].isDigit else { return nil }
      value = value &* 10 &+ Int(start[position] &- 0x30)
    }
    return value
  }

  /// Reads an offset from UTC: `+02:00`, `-0730`, `+2`, `Z`; in seconds.
  var zone: Int? {
    var text = trimmed
    if text.equals("z") || text.equals("utc") || text.equals("gmt") { return 0 }
    return text.eatZone()
  }

  fileprivate mutating func eatZone() -> Int? {
    guard let sign = first, sign == .plus || sign == .minus else { return nil }
    var rest = dropping(1)
    // More digits are not a zone, and would overflow.
    guard let (hours, digits) = rest.eatDigits(), digits <= 4 else { return nil }
    var seconds = digits > 2 ? (hours / 100 * 60 + hours % 100) * 60 : hours * 3600
    if digits <= 2, rest.first == UInt8(ascii: ":") {
      rest.drop(1)
      guard let (minutes, _) = rest.eatDigits(), minutes < 60 else { return nil }
      seconds += minutes * 60
    }
    guard seconds <= 18 * 3600 else { return nil }
    self = rest
    return sign == .minus ? -seconds : seconds
  }

  fileprivate mutating func eatDigits() -> (value: Int, digits: Int)? {
    var length = 0
    while length < min(count, 18), start[length].isDigit { length += 1 }
    guard length > 0, let value = prefix(length).natural else { return nil }
    drop(length)
    return (value, length)
  }

  private func countSince1970(unit: Int64?) -> CivilTime? {
    var rest = self
    let comma = UInt8.comma
    guard var number = rest.eatDecimal(separator: firstIndex(of: comma) == nil ? .dot : comma)
    else { return nil }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest.drop(1)
      guard let exponent = rest.decimal(), exponent.scale == 0, exponent.mantissa < 30 else {
        return nil
      }
      number.scale -= Int(exponent.isNegative ? -exponent.mantissa : exponent.mantissa)
    } else if !rest.isEmpty {
      return nil
    }
    if let unit, let count = number.count(of: unit) { return count }
    let digits =
      switch number.magnitude {
      case ..<1e11: 9
      case ..<1e14: 6
      case ..<1e17: 3
      default: 0
      }
    guard let nanoseconds = number.scaled(by: digits) else { return nil }
    return number.magnitude < 1e8
      ? CivilTime(elapsed: nanoseconds) : CivilTime(instant: nanoseconds)
  }
}

extension DecimalNumber {
  /// Nanoseconds since midnight, if this is `hhmmss` with or without decimals.
  var timeOfDay: Int64? {
    guard let nanoseconds = scaled(by: 9) else { return nil }
    return Timestamp.timeOfDay(clock: nanoseconds / 1_000_000_000)
      .map { $0 + nanoseconds % 1_000_000_000 }
  }

  /// A count in known units, since 1970 or since the source began; nil if it is too large.
  fileprivate func count(of unit: Int64) -> CivilTime? {
    let nanoseconds = double * Double(unit)
    guard nanoseconds.magnitude < 9e18 else { return nil }
    let digits = unit == 1 ? 0 : unit == 1_000 ? 3 : unit == 1_000_000 ? 6 : 9
    guard let exact = scaled(by: digits) else { return nil }
    return nanoseconds.magnitude < 1e17 ? CivilTime(elapsed: exact) : CivilTime(instant: exact)
  }
}

/// Reads a date and a time word by word.
private struct CivilTimeParser {
  var rest: ByteText
  let order: DateOrder
  private var result = CivilTime()
  private var month: Int?
  private var dayOfMonth: Int?

  init(rest: ByteText, order: DateOrder) { (self.rest, self.order) = (rest, order) }

  mutating func parse() -> CivilTime? {
    while let byte = rest.first {
      if byte.isDigit {
        guard number() else { return nil }
      } else if byte.isLetter || byte >= 0xC3 {
        guard word() else { return nil }
      } else if byte == .plus || (byte == .minus && result.time != nil) {
        guard let zone = rest.eatZone() else { return nil }
        result.zone = zone
      } else {
        rest.drop(1)
      }
    }
    return result.day == nil && result.time == nil ? nil : result
  }

  private mutating func number() -> Bool {
    guard let (value, digits) = rest.eatDigits() else { return false }
    switch rest.first {
    case UInt8(ascii: ":"):
      guard result.time == nil else { return false }
      return time(hour: value)
    case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."):
      guard result.day == nil else { return false }
      return date(first: value, digits)
    case UInt8(ascii: "T"), UInt8(ascii: "t"):
      guard digits == 8, result.day == nil else { return false }
      result.day = CivilTimeParser.day(value / 10000, value / 100 % 100, value % 100)
      return result.day != nil && compactTime()
    default:
      // The parts of `Feb 28 … 2024`.
      guard let month, result.day == nil else { return false }
      if dayOfMonth == nil {
        dayOfMonth = value
        return true
      }
      result.day = CivilTimeParser.day(value, month, dayOfMonth!)
      return result.day != nil
    }
  }

  private mutating func time(hour: Int) -> Bool {
    rest.drop(1)
    guard hour < 24, let (minute, _) = rest.eatDigits(), minute < 60 else { return false }
    var nanoseconds = Int64((hour * 60 + minute) * 60) * 1_000_000_000
    if rest.first == UInt8(ascii: ":") {
      rest.drop(1)
      let mark = rest.dropping(2).first
      guard let second = rest.eatDecimal(separator: mark == .comma ? .comma : .dot),
        !second.isNegative, let fine = second.scaled(by: 9), fine < 61_000_000_000
      else { return false }
      nanoseconds += fine
    }
    result.time = nanoseconds
    return true
  }

  private mutating func compactTime() -> Bool {
    rest.drop(1)
    guard let number = rest.eatDecimal(), !number.isNegative, let time = number.timeOfDay
    else { return false }
    result.time = time
    return true
  }

  private mutating func date(first: Int, _ digits: Int) -> Bool {
    let mark = rest.first
    rest.drop(1)
    var second = 0
    var isNamed = false
    if let byte = rest.first, byte.isLetter {
      guard let named = CivilTimeParser.month(eatWord()) else { return false }
      (second, isNamed) = (named, true)
    } else {
      guard let (value, _) = rest.eatDigits() else { return false }
      second = value
    }
    guard rest.first == mark else { return false }
    rest.drop(1)
    guard let (third, thirdDigits) = rest.eatDigits() else { return false }
    if digits == 4 {
      result.day = CivilTimeParser.day(first, second, third)
    } else {
      let year = thirdDigits <= 2 ? CivilTimeParser.fullYear(third) : third
      let monthComesFirst = !isNamed && mark == UInt8(ascii: "/") && order == .monthFirst
      result.day =
        monthComesFirst
        ? CivilTimeParser.day(year, first, second) : CivilTimeParser.day(year, second, first)
    }
    return result.day != nil
  }

  private mutating func word() -> Bool {
    let word = eatWord()
    if word.equals("t") || word.equals("at") { return true }
    if word.equals("z") || word.equals("utc") || word.equals("gmt") {
      result.zone = 0
      return true
    }
    if word.equals("am") || word.equals("pm") {
      guard let time = result.time else { return false }
      let half = Timestamp.nanosecondsPerDay / 2
      guard time < half + half / 12 else { return false }
      result.time = time % half + (word.equals("pm") ? half : 0)
      return true
    }
    if let named = CivilTimeParser.month(word) {
      month = named
      return true
    }
    let days: [StaticString] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    return days.contains { word.hasPrefix($0) }
  }

  private mutating func eatWord() -> ByteText {
    var length = 0
    while length < rest.count, rest[length].isLetter || rest[length] >= 0x80 { length += 1 }
    let word = rest.prefix(length)
    rest.drop(length)
    return word
  }

  private static func month(_ word: ByteText) -> Int? {
    for (name, month) in months where word.hasPrefix(name) { return month }
    return nil
  }

  /// The beginnings of months in English, German, French, Spanish, Italian and Dutch.
  private static let months: [(StaticString, Int)] = [
    ("jan", 1), ("feb", 2), ("mar", 3), ("apr", 4), ("may", 5), ("jun", 6), ("jul", 7), ("aug", 8),
    ("sep", 9), ("oct", 10), ("nov", 11), ("dec", 12), ("ene", 1), ("gen", 1), ("fév", 2),
    ("fev", 2), ("mär", 3), ("mrz", 3), ("mrt", 3), ("maa", 3), ("avr", 4), ("abr", 4), ("mai", 5),
    ("mag", 5), ("mei", 5), ("juin", 6), ("giu", 6), ("juil", 7), ("lug", 7), ("ago", 8),
    ("aoû", 8), ("aou", 8), ("set", 9), ("okt", 10), ("ott", 10), ("dez", 12), ("déc", 12),
    ("dic", 12),
  ]

  static func fullYear(_ year: Int) -> Int { year >= 80 ? 1900 + year : 2000 + year }

  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    Timestamp.day(year: year, month: month, day: day)
  }
}
