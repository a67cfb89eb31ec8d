extension NMEA {
  /// GSA, the satellites that the fix is computed from, and the dilutions of precision.
  ///
  /// Receivers of several systems write one for each.
  public struct GSA: Sentence {
    public static let type = "GSA"
    public let talker: Talker
    /// How many dimensions the fix has, 2 or 3; 1 without a fix (field 2).
    public let dimensions: Int?
    /// The satellites in use (fields 3–14), by the talker's or the system's numbering.
    public private(set) var satellites: Satellites
    /// Position dilution of precision (field 15).
    public let pdop: Double?
    /// Horizontal dilution of precision (field 16).
    public let hdop: Double?
    /// Vertical dilution of precision (field 17).
    public let vdop: Double?
    /// The number of the system (field 18, from NMEA 0183 4.10 on), such as 1 for GPS.
    public let systemID: UInt8?
  }
}

extension NMEA.GSA: UntimedSentence {
  static var part: UntimedGroup.Parts { .gsa }

  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(18)
    talker = fields.talker
    _ = try fields.letter(1)
    dimensions = try fields.natural(2, in: 1...3)
    pdop = try fields.number(15, in: 0...10_000)
    hdop = try fields.number(16, in: 0...10_000)
    vdop = try fields.number(17, in: 0...10_000)
    systemID = fields[18].first?.hexDigit
    satellites = NMEA.Satellites(
      numbering: SatelliteNumbering(talker: talker, systemID: systemID), areUsed: true)
    for field in 3..<15 {
      guard let number = try fields.natural(field, in: 0...999), number > 0 else { continue }
      satellites.append(.init(number: UInt16(number)))
    }
  }

  var key: UInt32 { UInt32(talker.letters) << 8 | UInt32(systemID ?? 0) }

  func update(_ group: inout UntimedGroup) {
    // Receivers write 99.9 and the like where there is no solution in a system.
    group.pdop = pdop ?? group.pdop
    group.hdop = hdop ?? group.hdop
    group.vdop = vdop ?? group.vdop
    group.gsaKeys.append(key)
    satellites.forEach { satellite in
      let isKnown = group.used.contains {
        $0.number == satellite.number && $0.system == satellite.system
      }
      if !isKnown { group.used.append(satellite) }
    }
  }
}
