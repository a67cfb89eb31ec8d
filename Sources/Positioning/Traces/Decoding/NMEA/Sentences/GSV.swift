extension NMEA {
  /// GSV, some of the satellites in view; the others follow in further sentences, and all are
  /// repeated for each signal.
  struct GSV: UntimedSentence {
    let talker: UInt16
    /// The number of this sentence in its group, from 1 (field 2).
    let sentenceNumber: Int?
    /// The number of satellites in view (field 3).
    let satelliteCount: Int?
    /// The satellites of this sentence (four fields each, from field 4 on), without those with
    /// which some receivers fill up the last sentence.
    private(set) var satellites: Satellites
    /// The number of the signal (the last field, since NMEA 0183 4.10); 0 if it is missing.
    private(set) var signalID: UInt8

    static var part: UntimedGroup.Parts { .gsv }

    @inline(__always) init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      talker = fields.talker
      var cursor = FieldCursor(fields)
      _ = try cursor.small(in: 1...99)
      sentenceNumber = try cursor.small(in: 1...99)
      satelliteCount = try cursor.small(in: 0...999)
      signalID = 0
      satellites = NMEA.Satellites(fields)
      let earlier = ((sentenceNumber ?? 1) - 1) * 4
      var index = 0
      while cursor.rest >= 4 {
        let start = cursor
        var entry = cursor.fourNumbers().flatMap { NMEA.Satellites.Entry($0) }
        if entry == nil {
          cursor = start
          entry = try NMEA.Satellites.Entry(
            number: cursor.hundredths(in: 0...999_00),
            elevation: cursor.hundredths(in: -90_00...90_00),
            azimuth: cursor.hundredths(in: 0...999_00), level: cursor.hundredths(in: 0...655_00))
        }
        // Some receivers fill up the last sentence with satellites of the previous one.
        let isFill = (satelliteCount ?? 0) > 0 && earlier + index >= satelliteCount ?? 0
        if let entry, !isFill { satellites.append(entry) }
        index += 1
      }
      if cursor.rest == 1 { signalID = cursor.field().first?.hexDigit ?? 0 }
    }

    var key: UInt32 { UInt32(talker) << 8 | UInt32(signalID) }
    var isFirst: Bool { sentenceNumber ?? 1 == 1 }

    func update(_ group: inout UntimedGroup) {
      if isFirst { group.addSatelliteKey(key) }
      satellites.forEachEntry { entry, satellite in group.insert(SatelliteInView(entry, satellite))
      }
    }
  }
}

extension NMEA.Satellites.Entry {
  /// Makes an entry from four fields of digits, or three and an empty one; nil if they contain
  /// anything unusual.
  @inline(__always)
  fileprivate init?(_ numbers: FieldCursor.FourNumbers) {
    guard numbers.first > 0, numbers.second <= 90, numbers.third < 360, numbers.fourth <= 655
    else { return nil }
    number = UInt16(truncatingIfNeeded: numbers.first)
    elevation = Int16(truncatingIfNeeded: numbers.second &* 100)
    azimuth = UInt16(truncatingIfNeeded: numbers.third &* 100)
    if !numbers.isLastEmpty { carrierToNoise = UInt16(truncatingIfNeeded: numbers.fourth &* 100) }
  }

  /// Makes an entry from four fields, in hundredths; nil without a number.
  @inline(__always) fileprivate init?(number: Int?, elevation: Int?, azimuth: Int?, level: Int?) {
    guard let number, number > 0, number % 100 == 0 else { return nil }
    self.number = UInt16(truncatingIfNeeded: number / 100)
    if let elevation { self.elevation = Int16(truncatingIfNeeded: elevation) }
    if let azimuth { self.azimuth = UInt16(truncatingIfNeeded: azimuth % 360_00) }
    if let level { carrierToNoise = UInt16(truncatingIfNeeded: level) }
  }
}
