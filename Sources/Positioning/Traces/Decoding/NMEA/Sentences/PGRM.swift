extension NMEA {
  /// PGRME, a Garmin receiver's estimate of its own errors.
  public struct PGRME: Sentence {
    public static let type = "RME"
    public let talker: Talker
    /// Expected horizontal error, metres (fields 1 and 2).
    public let horizontalError: Double?
    /// Expected vertical error, metres (fields 3 and 4).
    public let verticalError: Double?
  }

  /// PGRMZ, a Garmin receiver's height: that of its barometer, if it has one.
  public struct PGRMZ: Sentence {
    public static let type = "RMZ"
    public let talker: Talker
    /// Height above mean sea level, metres (fields 1 and 2).
    public let altitude: Double?
    /// How many dimensions the fix has, 2 or 3 (field 3); 1 without a fix.
    public let dimensions: Int?
  }
}

extension NMEA.PGRME: UntimedSentence {
  static var part: UntimedGroup.Parts { .errors }

  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(4)
    talker = fields.talker
    horizontalError = fields.metres(1, unit: 2)
    verticalError = fields.metres(3, unit: 4)
  }

  func update(_ group: inout UntimedGroup) {
    group.horizontalAccuracy = horizontalError
    group.verticalAccuracy = verticalError
  }
}

extension NMEA.PGRMZ: UntimedSentence {
  static var part: UntimedGroup.Parts { .height }

  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(3)
    talker = fields.talker
    altitude = fields.metres(1, unit: 2)
    dimensions = fields.natural(3, in: 0...9)
  }

  /// Only where no GGA says a height: that of a barometer drifts with the weather.
  func update(_ group: inout UntimedGroup) { group.altitude = altitude }
}
