extension NMEA {
  /// GNS, the fix of a receiver of several systems: as GGA, with a mode for each system.
  struct GNS: TimedSentence {
    let talker: Talker
    /// Time of day in UTC, nanoseconds since midnight (field 1).
    let nanosecondsOfDay: Int64?
    /// Latitude and longitude on the receiver's datum (fields 2–5).
    let coordinate: Coordinate?
    /// The quality of the fix (field 6): the best of the systems' modes.
    let fix: FixQuality
    /// The number of satellites that the fix was computed from (field 7).
    let satellitesUsed: Int?
    /// Horizontal dilution of precision (field 8).
    let hdop: Double?
    /// Height above mean sea level, metres (field 9).
    let altitude: Double?
    /// Height of the geoid above the ellipsoid, metres (field 10).
    let geoidSeparation: Double?

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(11)
      talker = fields.talker
      nanosecondsOfDay = try fields.time(1)
      coordinate = try fields.coordinate(2)
      satellitesUsed = fields.natural(7, in: 0...999)
      hdop = fields.number(8, in: 0...10_000)
      altitude = fields.number(9, in: -100_000...100_000_000)
      geoidSeparation = fields.number(10, in: -1000...1000)
      let modes = fields[6]
      var best = FixQuality.unknown
      for index in 0..<modes.count {
        guard modes[index].isLetter else { throw NMEA.Refusal() }
        let quality = FixQuality(modeLetter: modes[index])
        if quality.rank < best.rank { best = quality }
      }
      fix = best
    }

    var isValid: Bool { fix != .invalid }

    func update(_ draft: inout EpochDraft) {
      guard fix != .invalid else { return }
      if fix.isByHand { draft.judge(.rmc, isValid: true, of: talker) }
      draft.setPosition(coordinate, rank: 2, of: talker)
      draft.setQuality(fix, rank: 2)
      draft.altitude = draft.altitude ?? altitude
      draft.geoidSeparation = draft.geoidSeparation ?? geoidSeparation
      draft.hdop = draft.hdop ?? hdop
      if let satellitesUsed, satellitesUsed > draft.satellitesUsed ?? -1 {
        draft.satellitesUsed = satellitesUsed
        draft.countIsCapped = false
      }
    }
  }
}

extension FixQuality {
  /// The order of the modes from best to worst; unknown ones come last.
  fileprivate var rank: Int {
    switch self {
    case .rtk: 0
    case .floatRTK: 1
    case .pps: 2
    case .dgps: 3
    case .gps: 4
    case .estimated: 5
    case .manual: 6
    case .simulated: 7
    case .invalid: 8
    case .unknown: 9
    }
  }
}
