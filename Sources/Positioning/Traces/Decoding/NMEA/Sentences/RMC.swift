extension NMEA {
  /// RMC, the recommended minimum: time, date, position, speed and course.
  struct RMC: TimedSentence {
    let talker: Talker
    /// Time of day in UTC, nanoseconds since midnight (field 1).
    let nanosecondsOfDay: Int64?
    /// True if the receiver vouches for the position (field 2): `A` or `D`, and not `V`, which it
    /// also says of a position that is simulated or entered by hand.
    let status: Bool?
    /// Latitude and longitude on the receiver's datum (fields 3–6).
    let coordinate: Coordinate?
    /// Speed over ground, metres per second (field 7, knots).
    let speed: Double?
    /// Course over ground, degrees from true north in 0..<360 (field 8).
    let course: Double?
    /// The date in UTC, days since 1970-01-01 (field 9).
    let day: Int?
    /// The angle from true north to magnetic north, positive to the east, degrees (fields 10 and
    /// 11).
    let magneticVariation: Double?
    /// The quality of the fix (field 12, from NMEA 0183 2.3 on); unknown where that is not
    /// said.
    let fix: FixQuality

    /// True if nothing speaks against the position.
    var isValid: Bool { fix.isByHand || status != false && fix != .invalid }

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(10)
      talker = fields.talker
      nanosecondsOfDay = try fields.time(1)
      status = try fields.status(2)
      coordinate = try fields.coordinate(3)
      speed = fields.knots(7)
      course = fields.course(8)
      day = fields.date(9)
      magneticVariation = fields.variation(10)
      fix = fields.mode(12)
    }

    func update(_ draft: inout EpochDraft) {
      draft.setDay(day, hasWholeYear: false, isVouched: isValid)
      draft.judge(.rmc, isValid: isValid, of: talker)
      guard isValid else { return }
      draft.setPosition(coordinate, rank: 1, of: talker)
      draft.setQuality(fix, rank: 1)
      draft.speed = speed ?? draft.speed
      draft.course = course ?? draft.course
      draft.magneticVariation = magneticVariation ?? draft.magneticVariation
    }
  }
}
