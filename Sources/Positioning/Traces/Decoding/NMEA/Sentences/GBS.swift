extension NMEA {
  /// GBS, the errors that a receiver expects of its fix, from checking its satellites against each
  /// other.
  struct GBS: TimedSentence {
    let talker: Talker
    /// Time of day in UTC, nanoseconds since midnight (field 1).
    let nanosecondsOfDay: Int64?
    /// Expected error of the latitude, metres (field 2).
    let latitudeError: Double?
    /// Expected error of the longitude, metres (field 3).
    let longitudeError: Double?
    /// Expected error of the height, metres (field 4).
    let altitudeError: Double?

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(5)
      talker = fields.talker
      nanosecondsOfDay = try fields.time(1)
      latitudeError = fields.number(2, in: 0...1e9)
      longitudeError = fields.number(3, in: 0...1e9)
      altitudeError = fields.number(4, in: 0...1e9)
    }

    func update(_ draft: inout EpochDraft) {
      draft.setAccuracy(
        horizontal: errorRadius(latitudeError, longitudeError), vertical: altitudeError, rank: 1)
    }
  }
}
