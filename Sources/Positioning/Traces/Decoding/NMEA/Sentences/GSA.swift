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

  @inline(__always)
  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    talker = fields.talker
    var cursor = FieldCursor(fields)
    let mode = cursor.field()
    guard mode.isEmpty || (mode.count == 1 && mode[0].isLetter) else { throw .malformedField(1) }
    dimensions = try cursor.small(2, in: 1...3)
    satellites = NMEA.Satellites(
      numbering: SatelliteNumbering(talker: talker), areUsed: true)
    for field in 3..<15 {
      let start = cursor
      var number = Int(cursor.digits())
      if !(1...999).contains(number) {
        cursor = start
        number = try cursor.small(field, in: 0...999) ?? 0
      }
      if number > 0 { satellites.append(.init(number: UInt16(truncatingIfNeeded: number))) }
    }
    pdop = try cursor.dilution(15)
    hdop = try cursor.dilution(16)
    vdop = try cursor.dilution(17)
    systemID = cursor.isAtEnd ? nil : cursor.field().first?.hexDigit
    satellites.numbering = SatelliteNumbering(talker: talker, systemID: systemID)
  }

  var key: UInt32 { UInt32(talker.letters) << 8 | UInt32(systemID ?? 0) }

  func update(_ group: inout UntimedGroup) {
    // Receivers write 99.9 and the like where there is no solution in a system.
    group.pdop = pdop ?? group.pdop
    group.hdop = hdop ?? group.hdop
    group.vdop = vdop ?? group.vdop
    group.addUsedKey(key)
    satellites.forEachEntry { _, satellite in group.use(satellite) }
  }
}

extension FieldCursor {
  /// Takes a dilution of precision.
  @inline(__always)
  fileprivate mutating func dilution(_ index: Int) throws(NMEA.Refusal) -> Double? {
    guard !isAtEnd else { throw .missingField(index) }
    let text = field()
    if text.isEmpty { return nil }
    guard let value = text.decimal()?.double, value >= 0, value <= 10_000 else {
      throw .malformedField(index)
    }
    return value
  }
}
