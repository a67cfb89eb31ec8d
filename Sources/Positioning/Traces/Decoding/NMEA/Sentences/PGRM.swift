extension NMEA {
  /// PGRME, a Garmin receiver's estimate of its own errors.
  struct PGRME: UntimedSentence {
    /// Expected horizontal error, metres (fields 1 and 2).
    let horizontalError: Double?
    /// Expected vertical error, metres (fields 3 and 4).
    let verticalError: Double?

    static var part: UntimedGroup.Parts { .errors }

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(4)
      horizontalError = fields.metres(1, unit: 2)
      verticalError = fields.metres(3, unit: 4)
    }

    func update(_ group: inout UntimedGroup) {
      group.horizontalAccuracy = horizontalError
      group.verticalAccuracy = verticalError
    }
  }

  /// PGRMZ, a Garmin receiver's height: that of its barometer, if it has one.
  struct PGRMZ: UntimedSentence {
    /// Height above mean sea level, metres (fields 1 and 2).
    let altitude: Double?

    static var part: UntimedGroup.Parts { .height }

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(3)
      altitude = fields.metres(1, unit: 2)
    }

    /// Only where no GGA says a height: that of a barometer drifts with the weather.
    func update(_ group: inout UntimedGroup) { group.altitude = altitude }
  }
}
