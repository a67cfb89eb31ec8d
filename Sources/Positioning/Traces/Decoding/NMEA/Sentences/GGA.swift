extension NMEA {
  /// GGA, the fix: time, position, height, and how well they are known.
  struct GGA: TimedSentence {
    let talker: Talker
    /// Time of day in UTC, nanoseconds since midnight (field 1).
    let nanosecondsOfDay: Int64?
    /// Latitude and longitude on the receiver's datum (fields 2–5).
    let coordinate: Coordinate?
    /// The quality of the fix (field 6); `invalid` where that is 0 or empty.
    let fix: FixQuality
    /// The number of satellites that the fix was computed from (field 7); many receivers stop at
    /// 12.
    let satellitesUsed: Int?
    /// Horizontal dilution of precision (field 8).
    let hdop: Double?
    /// Height above mean sea level, metres (fields 9 and 10).
    let altitude: Double?
    /// Height of the geoid above the ellipsoid, metres (fields 11 and 12).
    let geoidSeparation: Double?
    /// True unless field 6 is empty.
    let isQualitySaid: Bool

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(10)
      talker = fields.talker
      nanosecondsOfDay = try fields.time(1)
      coordinate = try fields.coordinate(2)
      let digit = try fields.decisive(6, in: 0...9)
      (fix, isQualitySaid) = (FixQuality(digit: digit ?? 0), digit != nil)
      satellitesUsed = fields.natural(7, in: 0...999)
      hdop = fields.number(8, in: 0...10_000)
      altitude = fields.metres(9, unit: 10)
      geoidSeparation = fields.metres(11, unit: 12)
    }

    var isValid: Bool { fix != .invalid }

    func update(_ draft: inout EpochDraft) {
      guard fix != .invalid else {
        // One that is empty denies nothing.
        if isQualitySaid { draft.judge(.gga, isValid: false, of: talker) }
        return
      }
      draft.judge(.gga, isValid: true, of: talker)
      // RMC's status is V then: it has no more to say than yes and no.
      if fix.isByHand { draft.judge(.rmc, isValid: true, of: talker) }
      draft.setPosition(coordinate, rank: 3, of: talker)
      draft.setQuality(fix, rank: 3)
      draft.altitude = altitude ?? draft.altitude
      draft.geoidSeparation = geoidSeparation ?? draft.geoidSeparation
      draft.hdop = hdop ?? draft.hdop
      if let satellitesUsed, satellitesUsed >= draft.satellitesUsed ?? 0 {
        draft.satellitesUsed = satellitesUsed
        draft.countIsCapped = satellitesUsed == 12
      }
    }
  }
}
