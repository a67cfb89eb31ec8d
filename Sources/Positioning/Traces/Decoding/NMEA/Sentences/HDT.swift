extension NMEA {
  /// HDT, where the vehicle points.
  public struct HDT: Sentence {
    public static let type = "HDT"
    public let talker: Talker
    /// Degrees from true north in 0..<360 (field 1).
    public let heading: Double?
  }
}

extension NMEA.HDT: UntimedSentence {
  static var part: UntimedGroup.Parts { .heading }

  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(2)
    talker = fields.talker
    heading = fields.course(1)
  }

  func update(_ group: inout UntimedGroup) { group.heading = heading }
}
