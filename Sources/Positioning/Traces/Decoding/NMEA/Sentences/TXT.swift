extension NMEA {
  /// TXT, a note by the receiver, such as its firmware's name.
  public struct TXT: Sentence {
    public static let type = "TXT"
    public let talker: Talker
    /// How many sentences go together (field 1).
    public let sentenceCount: Int?
    /// The place of this one among them, from 1 (field 2).
    public let sentenceNumber: Int?
    /// The kind of note (field 3): to many receivers 0 is an error, 1 a warning, 2 a notice.
    public let identifier: Int?
    /// The note (field 4), with commas as they stand.
    public let text: String
  }
}

extension NMEA.TXT: AsideSentence {
  init(_ fields: NMEAFields) throws(NMEA.Refusal) {
    try fields.require(5)
    talker = fields.talker
    sentenceCount = fields.natural(1, in: 0...99)
    sentenceNumber = fields.natural(2, in: 0...99)
    identifier = fields.natural(3, in: 0...99)
    let start = Int(fields.ends[3]) + 1
    text = ByteText(start: fields.start + start, count: fields.length - start).string
  }
}
