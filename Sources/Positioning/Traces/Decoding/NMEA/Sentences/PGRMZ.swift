extension NMEA {
  /// PGRMZ, a Garmin receiver's height, from its barometer if it has one.
  struct PGRMZ: UntimedSentence {
    let fields: NMEAFields

    static var part: UntimedGroup.Parts { .height }

    init(_ fields: NMEAFields) { self.fields = fields }

    /// Used only if no GGA has a height: that of a barometer drifts with the weather.
    func update(_ group: inout UntimedGroup) { group.altitude = fields.metres(1, unit: 2) }
  }
}
