extension NMEA {
  /// DTM, the datum that positions are on.
  ///
  /// Positions are given out as they are written: a receiver that is set to another datum than
  /// `W84` writes coordinates of that datum.
  public struct DTM: Sentence {
    public static let type = "DTM"
    public let talker: Talker
    /// The datum's code, such as `W84` (field 1).
    public let datum: String
    /// The offset to add to a latitude of the reference datum, minutes north (fields 3 and 4).
    public let latitudeOffset: Double?
    /// The offset to add to a longitude of the reference datum, minutes east (fields 5 and 6).
    public let longitudeOffset: Double?
    /// The offset to add to a height of the reference datum, metres (field 7).
    public let altitudeOffset: Double?
    /// The code of the reference datum (field 8).
    public let reference: String
  }
}

extension NMEA.DTM: AsideSentence {
  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(8)
    talker = fields.talker
    datum = fields[1].string
    let south = try fields.letter(4) == UInt8(ascii: "S")
    let west = try fields.letter(6) == UInt8(ascii: "W")
    latitudeOffset = fields.number(3, in: -10_000...10_000).map { south ? -$0 : $0 }
    longitudeOffset = fields.number(5, in: -10_000...10_000).map { west ? -$0 : $0 }
    altitudeOffset = fields.number(7, in: -100_000...100_000)
    reference = fields[8].string
  }
}
