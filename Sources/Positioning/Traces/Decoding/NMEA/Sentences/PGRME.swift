extension NMEA {
  /// PGRME, a Garmin receiver's estimate of its errors.
  struct PGRME: UntimedSentence {
    let fields: NMEAFields

    static var part: UntimedGroup.Parts { .errors }

    init(_ fields: NMEAFields) { self.fields = fields }

    func update(_ group: inout UntimedGroup) {
      group.horizontalAccuracy = fields.metres(1, unit: 2)
      group.verticalAccuracy = fields.metres(3, unit: 4)
    }
  }
}
