extension NMEA {
  /// HDT, the direction in which the vehicle points.
  struct HDT: UntimedSentence {
    let fields: NMEAFields

    static var part: UntimedGroup.Parts { .heading }

    init(_ fields: NMEAFields) { self.fields = fields }

    func update(_ group: inout UntimedGroup) { group.heading = fields.course(1) }
  }
}
