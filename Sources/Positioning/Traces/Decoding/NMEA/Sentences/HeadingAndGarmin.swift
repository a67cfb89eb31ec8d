extension NMEA {
  /// HDT, where the vehicle points.
  struct HDT: UntimedSentence {
    let fields: NMEAFields

    static var part: UntimedGroup.Parts { .heading }

    init(_ fields: NMEAFields) { self.fields = fields }

    func update(_ group: inout UntimedGroup) { group.heading = fields.course(1) }
  }

  /// PGRME, a Garmin receiver's estimate of its own errors.
  struct PGRME: UntimedSentence {
    let fields: NMEAFields

    static var part: UntimedGroup.Parts { .errors }

    init(_ fields: NMEAFields) { self.fields = fields }

    func update(_ group: inout UntimedGroup) {
      group.horizontalAccuracy = fields.metres(1, unit: 2)
      group.verticalAccuracy = fields.metres(3, unit: 4)
    }
  }

  /// PGRMZ, a Garmin receiver's height: that of its barometer, if it has one.
  struct PGRMZ: UntimedSentence {
    let fields: NMEAFields

    static var part: UntimedGroup.Parts { .height }

    init(_ fields: NMEAFields) { self.fields = fields }

    /// Only where no GGA says a height: that of a barometer drifts with the weather.
    func update(_ group: inout UntimedGroup) { group.altitude = fields.metres(1, unit: 2) }
  }
}
