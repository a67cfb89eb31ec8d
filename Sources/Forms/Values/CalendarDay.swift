import Formats

/// A day of the Gregorian calendar anywhere: a birthday, the day of an arrival.
///
///     CalendarDay("2024-02-29")  // 2024-02-29
///     CalendarDay("2026-02-29")  // nil
///
/// It knows no time and no time zone. Its text is that of ISO 8601.
public struct CalendarDay: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The year, 1 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day; nil if the calendar has none.
  public init?(year: Int, month: Int, day: Int) {
    guard CalendarDate(year: year, month: month, day: day) != nil else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  /// Reads `2026-11-30`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-11-30`.
  public var description: String {
    "\(String(year, width: 4))-\(String(month, width: 2))-\(String(day, width: 2))"
  }

  /// Returns true if `left` is the earlier day.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension TextFormat<CalendarDay> {
  /// Days as ISO 8601 writes them: `2026-11-30`.
  ///
  ///     .text("arrival", \.arrival, as: .day, .range(first...last))
  public static let day = TextFormat(
    issue: ValidationIssue(.notADate), read: { CalendarDay($0) }, write: { $0.description })
}

extension TextFormat<CalendarDay?> {
  /// Days as ISO 8601 writes them, or nothing for an empty text.
  public static let day = TextFormat<CalendarDay>.day.optional
}
