extension NMEA {
  /// HDT, where the vehicle points.
  struct HDT: UntimedSentence {
    /// Degrees from true north in 0..<360 (field 1).
    let heading: Double?

    static var part: UntimedGroup.Parts { .heading }

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(2)
      heading = fields.course(1)
    }

    func update(_ group: inout UntimedGroup) { group.heading = heading }
  }
}
