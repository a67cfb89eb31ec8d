extension NMEA {
  /// GLL, the position and its time.
  struct GLL: TimedSentence {
    let talker: Talker
    /// Latitude and longitude on the receiver's datum (fields 1–4).
    let coordinate: Coordinate?
    /// Time of day in UTC, nanoseconds since midnight (field 5).
    let nanosecondsOfDay: Int64?
    /// True if the receiver vouches for the position (field 6): `A` or `D`, and not `V`.
    let status: Bool?
    /// The quality of the fix (field 7, from NMEA 0183 2.3 on); unknown where that is not said.
    let fix: FixQuality

    /// True if nothing speaks against the position.
    var isValid: Bool { fix.isByHand || status != false && fix != .invalid }

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(5)
      talker = fields.talker
      coordinate = try fields.coordinate(1)
      nanosecondsOfDay = try fields.time(5)
      status = try fields.status(6)
      fix = fields.mode(7)
    }

    func update(_ draft: inout EpochDraft) {
      guard isValid else { return }
      draft.setPosition(coordinate, rank: 0, of: talker)
      draft.setQuality(fix, rank: 0)
    }
  }
}
