extension NMEA {
  /// GBS, the errors that a receiver expects of its fix, from checking its satellites against each
  /// other.
  public struct GBS: Sentence {
    public static let type = "GBS"
    public let talker: Talker
    /// Time of day in UTC, nanoseconds since midnight (field 1).
    public let nanosecondsOfDay: Int64?
    /// Expected error of the latitude, metres (field 2).
    public let latitudeError: Double?
    /// Expected error of the longitude, metres (field 3).
    public let longitudeError: Double?
    /// Expected error of the height, metres (field 4).
    public let altitudeError: Double?
    /// The satellite that is most likely faulty, by the sentence's own numbering (field 5).
    public let suspect: Int?
  }
}

extension NMEA.GBS: TimedSentence {
  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(5)
    talker = fields.talker
    nanosecondsOfDay = try fields.time(1)
    latitudeError = fields.number(2, in: 0...1e9)
    longitudeError = fields.number(3, in: 0...1e9)
    altitudeError = fields.number(4, in: 0...1e9)
    suspect = fields.natural(5, in: 0...999)
  }

  func update(_ draft: inout EpochDraft) {
    draft.setAccuracy(
      horizontal: errorRadius(latitudeError, longitudeError), vertical: altitudeError, rank: 1)
  }
}
