extension NMEA {
  /// DTM, the datum of the positions: counted, and not taken into account.
  struct DTM: EpochSentence {
    init(_ fields: NMEAFields) throws(NMEA.Refusal) {
      try fields.require(8)
      _ = (try fields.letter(4), try fields.letter(6))
    }

    func add(to assembler: inout EpochAssembler, at source: SentenceSource) {}
  }
}
