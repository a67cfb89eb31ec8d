extension NMEA {
  /// PMGNTRK, a point of a track in a Magellan receiver's memory.
  struct PMGNTRK: TimedSentence {
    let talker: Talker
    /// Latitude and longitude (fields 1–4).
    let coordinate: Coordinate?
    /// Height above mean sea level, metres (fields 5 and 6).
    let altitude: Double?
    /// Time of day in UTC, nanoseconds since midnight (field 7).
    let nanosecondsOfDay: Int64?
    /// True if the receiver vouches for the position (field 8).
    let status: Bool?
    /// The date in UTC, days since 1970-01-01 (field 10, which older receivers leave out).
    let day: Int?

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(9)
      talker = fields.talker
      coordinate = try fields.coordinate(1)
      altitude = fields.metres(5, unit: 6)
      nanosecondsOfDay = try fields.time(7)
      status = try fields.status(8)
      day = fields.date(10)
    }

    var isValid: Bool { status != false }

    func update(_ draft: inout EpochDraft) {
      draft.day = day ?? draft.day
      draft.judge(.rmc, isValid: isValid, of: talker)
      guard isValid else { return }
      draft.setPosition(coordinate, rank: 1, of: talker)
      draft.altitude = draft.altitude ?? altitude
    }
  }

  /// PMGNWPL, a waypoint in a Magellan receiver's memory.
  struct PMGNWPL: EpochSentence {
    /// Latitude and longitude (fields 1–4).
    let coordinate: Coordinate?
    /// Height above mean sea level, metres (fields 5 and 6).
    let altitude: Double?
    /// The waypoint's name (field 7).
    let name: String
    /// The comment on it (field 8).
    let comment: String

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(8)
      coordinate = try fields.coordinate(1)
      altitude = fields.metres(5, unit: 6)
      name = fields[7].trimmed.string
      comment = fields[8].trimmed.string
    }

    func add(to assembler: inout EpochAssembler, at source: SentenceSource) {
      guard let coordinate else { return }
      var location = Location(coordinate: coordinate)
      location.altitude = altitude
      assembler.waypoints.add(location, name: name, details: comment, at: source)
    }
  }
}
