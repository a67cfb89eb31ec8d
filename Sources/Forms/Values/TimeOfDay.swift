/// A time of day anywhere, to the minute.
///
///     TimeOfDay("14:30")  // 14:30
///     TimeOfDay("24:00")  // nil
///
/// It knows no day and no time zone. Its text is that of ISO 8601.
public struct TimeOfDay: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The hour, 0 to 23.
  public let hour: Int
  /// The minute, 0 to 59.
  public let minute: Int

  /// Makes a time; nil if a day has none such.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    (self.hour, self.minute) = (hour, minute)
  }

  /// Reads `14:30`, and `9:05` as people type it; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1])
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  /// `14:30`.
  public var description: String {
    (hour < 10 ? "0\(hour)" : "\(hour)") + (minute < 10 ? ":0\(minute)" : ":\(minute)")
  }

  /// Returns true if `left` is the earlier time.
  public static func < (left: TimeOfDay, right: TimeOfDay) -> Bool {
    (left.hour, left.minute) < (right.hour, right.minute)
  }
}

/// A day and a time of day anywhere.
///
///     DayAndTime("2026-11-30T14:30")  // 2026-11-30T14:30
///     DayAndTime("2026-11-30 9:05")   // 2026-11-30T09:05
///
/// It knows no time zone. Its text is that of ISO 8601; a blank instead of the `T` is read, too.
public struct DayAndTime: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The day.
  public var day: CalendarDay
  /// The time on that day.
  public var time: TimeOfDay

  /// Puts a day and a time together.
  public init(_ day: CalendarDay, _ time: TimeOfDay) { (self.day, self.time) = (day, time) }

  /// Reads `2026-11-30T14:30`, or the same with a blank; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { "Tt ".contains($0) }
    guard parts.count == 2, let day = CalendarDay(String(parts[0])),
      let time = TimeOfDay(String(parts[1]))
    else { return nil }
    self.init(day, time)
  }

  /// `2026-11-30T14:30`.
  public var description: String { "\(day)T\(time)" }

  /// Returns true if `left` is earlier.
  public static func < (left: DayAndTime, right: DayAndTime) -> Bool {
    (left.day, left.time) < (right.day, right.time)
  }
}

extension TextFormat<TimeOfDay> {
  /// Times of day: `14:30`.
  ///
  ///     .text("lunch", \.lunch, as: .time)
  public static let time = TextFormat(
    issue: ValidationIssue(.notATime), read: { TimeOfDay($0) }, write: { $0.description })
}

extension TextFormat<TimeOfDay?> {
  /// Times of day, or nothing for an empty text.
  public static let time = TextFormat<TimeOfDay>.time.optional
}

extension TextFormat<DayAndTime> {
  /// Days with a time: `2026-11-30T14:30`, or a blank in place of the `T`.
  ///
  ///     .text("departure", \.departure, as: .dayAndTime)
  public static let dayAndTime = TextFormat(
    issue: ValidationIssue(.notAMoment), read: { DayAndTime($0) }, write: { $0.description })
}

extension TextFormat<DayAndTime?> {
  /// Days with a time, or nothing for an empty text.
  public static let dayAndTime = TextFormat<DayAndTime>.dayAndTime.optional
}
