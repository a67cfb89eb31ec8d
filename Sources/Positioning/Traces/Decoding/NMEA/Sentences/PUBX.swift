extension NMEA {
  /// PUBX,00, a u-blox receiver's whole fix in one sentence; other PUBX are read as a value that
  /// says nothing.
  struct PUBX00: TimedSentence {
    let talker: Talker
    /// The number of the message (field 1); the rest is read of 0 alone.
    let message: Int?
    /// Time of day in UTC, nanoseconds since midnight (field 2).
    let nanosecondsOfDay: Int64?
    /// Latitude and longitude on the receiver's datum (fields 3–6).
    let coordinate: Coordinate?
    /// Height above the ellipsoid, metres (field 7).
    let ellipsoidalAltitude: Double?
    /// The quality of the fix (field 8).
    let fix: FixQuality
    /// Horizontal uncertainty, metres (field 9).
    let horizontalAccuracy: Double?
    /// Vertical uncertainty, metres (field 10).
    let verticalAccuracy: Double?
    /// Speed over ground, metres per second (field 11, kilometres per hour).
    let speed: Double?
    /// Course over ground, degrees from true north in 0..<360 (field 12).
    let course: Double?
    /// Horizontal dilution of precision (field 15).
    let hdop: Double?
    /// Vertical dilution of precision (field 16).
    let vdop: Double?
    /// The number of satellites that the fix was computed from (field 18).
    let satellitesUsed: Int?

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      talker = fields.talker
      message = fields.natural(1, in: 0...99)
      guard message == 0 else {
        (nanosecondsOfDay, coordinate, ellipsoidalAltitude) = (nil, nil, nil)
        fix = .unknown
        (horizontalAccuracy, verticalAccuracy, speed, course) = (nil, nil, nil, nil)
        (hdop, vdop, satellitesUsed) = (nil, nil, nil)
        return
      }
      try fields.require(19)
      nanosecondsOfDay = try fields.time(2)
      coordinate = try fields.coordinate(3)
      ellipsoidalAltitude = fields.number(7, in: -100_000...100_000_000)
      fix = FixQuality(ubloxStatus: fields[8])
      horizontalAccuracy = fields.number(9, in: 0...1e9)
      verticalAccuracy = fields.number(10, in: 0...1e9)
      speed = fields.number(11, in: 0...200_000).map { $0 / 3.6 }
      course = fields.course(12)
      hdop = fields.number(15, in: 0...10_000)
      vdop = fields.number(16, in: 0...10_000)
      satellitesUsed = fields.natural(18, in: 0...999)
    }

    var isValid: Bool { fix != .invalid }

    func add(to assembler: inout EpochAssembler, at source: SentenceSource) {
      if message == 0 { assembler.add(self, at: source) }
    }

    func update(_ draft: inout EpochDraft) {
      guard fix != .invalid else { return }
      draft.setPosition(coordinate, rank: 0, of: talker)
      draft.setQuality(fix, rank: 0)
      draft.setAccuracy(horizontal: horizontalAccuracy, vertical: verticalAccuracy, rank: 0)
      draft.ellipsoidalAltitude = ellipsoidalAltitude ?? draft.ellipsoidalAltitude
      draft.speed = draft.speed ?? speed
      draft.course = draft.course ?? course
      draft.hdop = draft.hdop ?? hdop
      draft.vdop = draft.vdop ?? vdop
      draft.satellitesUsed = draft.satellitesUsed ?? satellitesUsed
    }
  }
}

extension FixQuality {
  /// A fix quality from the two letters of PUBX,00.
  fileprivate init(ubloxStatus status: ByteText) {
    self = status.lookUp(FixQuality.ubloxStatuses) ?? .unknown
  }

  private static let ubloxStatuses: [(StaticString, FixQuality)] = [
    ("NF", .invalid), ("TT", .invalid), ("G2", .gps), ("G3", .gps), ("RK", .gps), ("D2", .dgps),
    ("D3", .dgps), ("DR", .estimated),
  ]
}
