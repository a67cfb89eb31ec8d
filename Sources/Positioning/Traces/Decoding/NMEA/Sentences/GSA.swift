extension NMEA {
  /// GSA, the satellites used for the fix, and the dilutions of precision.
  ///
  /// Receivers of several systems write one for each system.
  struct GSA: UntimedSentence {
    let talker: UInt16
    /// The satellites in use (fields 3–14), with the talker's or the system's numbering.
    private(set) var satellites: Satellites
    /// Position dilution of precision (field 15).
    let pdop: Double?
    /// Horizontal dilution of precision (field 16).
    let hdop: Double?
    /// Vertical dilution of precision (field 17).
    let vdop: Double?
    /// The number of the system (field 18, since NMEA 0183 4.10), such as 1 for GPS.
    let systemID: UInt8?

    static var part: UntimedGroup.Parts { .gsa }

    @inline(__always) init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      talker = fields.talker
      var cursor = FieldCursor(fields)
      let mode = cursor.field()
      guard mode.isEmpty || (mode.count == 1 && mode[0].isLetter) else { throw NMEA.Refusal() }
      _ = try cursor.small(in: 1...3)
      satellites = NMEA.Satellites(fields)
      for _ in 3..<15 {
        let number = try cursor.small(in: 0...999) ?? 0
        if number > 0 { satellites.append(.init(number: UInt16(truncatingIfNeeded: number))) }
      }
      pdop = try cursor.dilution()
      hdop = try cursor.dilution()
      vdop = try cursor.dilution()
      systemID = cursor.isAtEnd ? nil : cursor.field().first?.hexDigit
      satellites.numbering = SatelliteNumbering(talker: talker, systemID: systemID)
    }

    var key: UInt32 { UInt32(talker) << 8 | UInt32(systemID ?? 0) }

    func update(_ group: inout UntimedGroup) {
      // Receivers write 99.9 and the like if a system has no solution.
      group.pdop = pdop ?? group.pdop
      group.hdop = hdop ?? group.hdop
      group.vdop = vdop ?? group.vdop
      group.addUsedKey(key)
      satellites.forEachEntry { _, satellite in group.use(satellite) }
    }
  }
}

extension FieldCursor {
  /// Reads a dilution of precision.
  @inline(__always) fileprivate mutating func dilution() throws(NMEA.Refusal) -> Double? {
    guard !isAtEnd else { throw NMEA.Refusal() }
    let text = field()
    if text.isEmpty { return nil }
    guard let value = text.decimal()?.double, value >= 0, value <= 10_000 else {
      throw NMEA.Refusal()
    }
    return value
  }
}
