/// The clock for showing times: UTC, or that of a zone.
struct ClockZone: Equatable, Sendable {
  let rules: TimeZoneRules

  static let utc = ClockZone(.utc)

  init(_ rules: TimeZoneRules) { self.rules = rules }

  /// The time on that clock, as if it were UTC.
  func local(_ time: Timestamp) -> Timestamp {
    time.advanced(by: .seconds(offset(at: time).seconds))
  }

  /// The name of the clock at a time: `UTC`, `CEST`.
  func name(at time: Timestamp?) -> String {
    offset(at: time ?? Timestamp(nanosecondsSince1970: 0)).name
  }

  private func offset(at time: Timestamp) -> TimeZoneRules.Offset {
    let (seconds, rest) = time.nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
    return rules.offset(at: rest < 0 ? seconds - 1 : seconds)
  }

  // MARK: Reading

  /// The clock with a name: `UTC`, `local`, `+02:00`, or a zone of the system's tzdata such as
  /// `Europe/Stockholm`; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - folder: The folder of tzdata.
  init?(named name: String, in folder: String = TimeZoneRules.folder) {
    // For the system an empty name is UTC.
    guard !name.isEmpty, let rules = TimeZoneRules(named: name, in: folder) else { return nil }
    self.init(rules)
  }
}
