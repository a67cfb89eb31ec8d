extension NMEA {
  /// TXT, a message of the receiver: counted, and not taken into account.
  struct TXT: EpochSentence {
    init(_ fields: NMEAFields) throws(NMEA.Refusal) { try fields.require(5) }

    func add(to assembler: inout EpochAssembler, at source: SentenceSource) {}
  }
}
