extension NMEA {
  /// GST, the receiver's estimate of its own errors.
  struct GST: TimedSentence {
    let talker: Talker
    /// Time of day in UTC, nanoseconds since midnight (field 1).
    let nanosecondsOfDay: Int64?
    /// Standard deviation of the latitude, metres (field 6).
    let latitudeDeviation: Double?
    /// Standard deviation of the longitude, metres (field 7).
    let longitudeDeviation: Double?
    /// Standard deviation of the height, metres (field 8).
    let altitudeDeviation: Double?

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(9)
      talker = fields.talker
      nanosecondsOfDay = try fields.time(1)
      latitudeDeviation = fields.number(6, in: 0...1e9)
      longitudeDeviation = fields.number(7, in: 0...1e9)
      altitudeDeviation = fields.number(8, in: 0...1e9)
    }

    func update(_ draft: inout EpochDraft) {
      draft.setAccuracy(
        horizontal: errorRadius(latitudeDeviation, longitudeDeviation), vertical: altitudeDeviation,
        rank: 2)
    }
  }
}

/// The radius that errors to the north and to the east make together.
func errorRadius(_ north: Double?, _ east: Double?) -> Double? {
  guard let north, let east else { return nil }
  return (north * north + east * east).squareRoot()
}
