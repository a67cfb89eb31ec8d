import Formats

extension StreamValue {
  /// The seconds since 1970 of a time in ISO 8601.
  static func time(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    var reader = TimeReader(try arguments.text(0))
    guard let time = reader.time() else {
      throw ExpressionFault("\(arguments[0].shown) is not a time such as 2026-11-30T14:30:00Z")
    }
    return time
  }

  /// Formats a time, given in seconds since 1970 or in ISO 8601; optionally in a time zone, and by
  /// a format.
  static func format(_ arguments: FunctionArguments) throws(ExpressionFault) -> StreamValue {
    let moment = if case .text = arguments[0] { try time(arguments) } else { arguments[0] }
    guard let seconds = moment.asDouble else { throw arguments.misfit(0, "a number or a time") }
    let milliseconds = (seconds * 1000).rounded()
    guard let whole = Int(exactly: milliseconds), TimeText.range.contains(whole) else {
      throw ExpressionFault("\(arguments[0]) is not a time of the years 1 to 9999")
    }
    var time = TimeText(milliseconds: whole)
    if case .zone(let rules)? = arguments.prepared {
      let offset = rules.offset(at: Int64((seconds + 0.0005).rounded(.down))).seconds
      time = TimeText(milliseconds: whole + offset * 1000, offset: offset)
    }
    for index in arguments.values.indices.dropFirst() {
      let pattern = try arguments.text(index)
      // The argument without a `%` is the zone's name.
      if pattern.utf8.contains(UInt8(ascii: "%")) { return .text(try time.text(pattern)) }
      if arguments.prepared == nil {
        throw ExpressionFault("format takes the name of a time zone in quotation marks")
      }
    }
    return .text(time.iso)
  }

  /// The text of a time in nanoseconds since 1970, as in `2026-11-30T14:30:00Z`.
  package static func time(nanoseconds: Int) -> StreamValue {
    .text(TimeText(milliseconds: nanoseconds / 1_000_000).iso)
  }

  /// Converts nanoseconds since 1970 to seconds, to the microsecond: an integer if they are whole.
  package static func seconds(nanoseconds: Int) -> StreamValue {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rest == 0 ? .integer(seconds) : .decimal(Double(nanoseconds / 1_000) / 1e6)
  }
}

extension FunctionArguments {
  /// The number of days since 1970 of a date in ISO 8601, or of the date at the beginning of a
  /// string.
  func day(_ index: Int) throws(ExpressionFault) -> Int {
    var reader = TimeReader(try text(index))
    guard let day = reader.day() else {
      throw ExpressionFault("\(values[index].shown) is not a date such as 2026-11-30")
    }
    return day
  }
}

/// A calendar time, for formatting.
private struct TimeText {
  /// The milliseconds since 1970 of the years 1 to 9999.
  static let range = -62_135_596_800_000...253_402_300_799_999

  private let date: CalendarDate
  private let millisecondOfDay: Int
  /// The end of the text: `Z` or `+01:00`.
  private let zone: String

  /// Makes a time.
  ///
  /// - Parameter offset: The number of seconds that the clock is ahead of UTC; nil for UTC itself.
  init(milliseconds: Int, offset: Int? = nil) {
    zone = offset.map { TimeZoneRules.name(ofOffset: $0) } ?? "Z"
    let day = 86_400_000
    let days = milliseconds >= 0 ? milliseconds / day : (milliseconds - day + 1) / day
    date = CalendarDate(daysSince1970: days)
    millisecondOfDay = milliseconds - days * day
  }

  /// As in `2026-11-30T14:30:00Z`, with milliseconds if there are any.
  var iso: String {
    let fraction = millisecondOfDay % 1000 == 0 ? "" : "." + field("L")!
    return "\(date)T" + [field("H")!, field("M")!, field("S")!].joined(separator: ":") + fraction
      + zone
  }

  /// Returns a pattern with `%` and a letter replaced by a part of the time.
  func text(_ pattern: String) throws(ExpressionFault) -> String {
    var text = ""
    var rest = pattern.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        text.unicodeScalars.append(scalar)
        continue
      }
      let letter = rest.popFirst()
      guard let letter, let field = field(letter) else {
        throw ExpressionFault(
          "format knows %Y, %m, %d, %H, %M, %S, %L and %%, not %"
            + (letter.map { String($0) } ?? ""))
      }
      text += field
    }
    guard text.utf8.count <= StreamValue.textLimit else { throw .longText }
    return text
  }

  private func field(_ letter: Unicode.Scalar) -> String? {
    switch letter {
    case "Y": digits(date.year, 4)
    case "m": digits(date.month, 2)
    case "d": digits(date.day, 2)
    case "H": digits(millisecondOfDay / 3_600_000, 2)
    case "M": digits(millisecondOfDay / 60_000 % 60, 2)
    case "S": digits(millisecondOfDay / 1000 % 60, 2)
    case "L": digits(millisecondOfDay % 1000, 3)
    case "%": "%"
    default: nil
    }
  }

  private func digits(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Reads a time in ISO 8601: a date, then a time, a fraction, and a zone; UTC if there is no zone.
private struct TimeReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The day in days since 1970; a time may follow.
  mutating func day() -> Int? {
    guard let day = date(), offset == bytes.count || eat("T") || eat("t") || eat(" ") else {
      return nil
    }
    return day
  }

  private mutating func date() -> Int? {
    guard bytes.count <= 64, let year = number(4), eat("-"), let month = number(2), eat("-"),
      let day = number(2)
    else { return nil }
    return CalendarDate(year: year, month: month, day: day)?.daysSince1970
  }

  mutating func time() -> StreamValue? {
    guard let day = date() else { return nil }
    var seconds = day * 86_400
    var fraction = 0.0
    if eat("T") || eat("t") || eat(" ") {
      guard let hour = number(2), hour < 24, eat(":"), let minute = number(2), minute < 60 else {
        return nil
      }
      seconds += hour * 3_600 + minute * 60
      if eat(":") {
        // A leap second counts as the next second.
        guard let second = number(2), second <= 60 else { return nil }
        seconds += second
        if eat(".") || eat(",") {
          guard let digits = decimals() else { return nil }
          fraction = digits
        }
      }
      guard let zone = zone() else { return nil }
      seconds -= zone
    }
    guard offset == bytes.count else { return nil }
    return fraction == 0 ? .integer(seconds) : .decimal(Double(seconds) + fraction)
  }

  /// Returns the number of seconds that a zone is ahead of UTC.
  private mutating func zone() -> Int? {
    if offset == bytes.count || eat("Z") || eat("z") { return 0 }
    let isBefore = eat("+")
    guard isBefore || eat("-"), let hours = number(2), hours < 24 else { return nil }
    _ = eat(":")
    let minutes = offset == bytes.count ? 0 : number(2)
    guard let minutes, minutes < 60 else { return nil }
    return (isBefore ? 1 : -1) * (hours * 3_600 + minutes * 60)
  }

  private mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func number(_ count: Int) -> Int? {
    guard offset + count <= bytes.count, bytes[offset..<offset + count].allSatisfy(\.isDigit) else {
      return nil
    }
    defer { offset += count }
    return bytes[offset..<offset + count].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private mutating func decimals() -> Double? {
    let start = offset
    while offset < bytes.count, bytes[offset].isDigit { offset += 1 }
    guard offset > start else { return nil }
    return Double("0." + String(decoding: bytes[start..<offset], as: UTF8.self))
  }
}
