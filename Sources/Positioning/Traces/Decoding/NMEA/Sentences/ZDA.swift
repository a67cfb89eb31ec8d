extension NMEA {
  /// ZDA, the time and the date.
  struct ZDA: TimedSentence {
    let talker: Talker
    /// Time of day in UTC, nanoseconds since midnight (field 1).
    let nanosecondsOfDay: Int64?
    /// The date in UTC, days since 1970-01-01 (fields 2–4).
    let day: Int?

    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(5)
      talker = fields.talker
      nanosecondsOfDay = try fields.time(1)
      day = fields.date(day: 2, month: 3, year: 4)
    }

    func update(_ draft: inout EpochDraft) {
      draft.setDay(day, hasWholeYear: true)
    }
  }
}
