/// The beginning or end of a time interval: an instant, or a time of each day.
///
///     TimeBound("2024-05-01T12:00Z")
///     TimeBound("12:00:30")
public enum TimeBound: Hashable, Sendable {
  /// An instant.
  case instant(Timestamp)
  /// The time since midnight in UTC.
  case timeOfDay(Duration)

  /// Reads an instant or a time of day in UTC, or with a zone; nil if the text is neither.
  ///
  /// A date alone means its midnight.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let time = bytes.withUnsafeBufferPointer { ByteText($0).civilTime(order: .dayFirst) }
    guard var time else { return nil }
    if let instant = time.instant {
      self = .instant(Timestamp(nanosecondsSince1970: instant))
      return
    }
    if let day = time.day {
      guard (-106_000...106_000).contains(day) else { return nil }
      time.time = time.time ?? 0
    }
    if let timestamp = time.timestamp() {
      self = .instant(timestamp)
    } else if let clock = time.universal(), time.elapsed == nil {
      self = .timeOfDay(.nanoseconds(withoutDays(clock)))
    } else {
      return nil
    }
  }

  /// Returns true if this time is after an epoch; nil if the epoch has no time of this kind.
  func isAfter(_ epoch: TraceEpoch) -> Bool? {
    switch self {
    case .instant(let instant): epoch.timestamp.map { $0 < instant }
    case .timeOfDay(let time): epoch.timeOfDay.map { $0 < time }
    }
  }
}
