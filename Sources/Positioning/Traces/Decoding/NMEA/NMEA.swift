/// NMEA 0183: the sentences that receivers write, as values.
///
/// ``NMEAReader`` reads them as they come and joins those of one epoch.
///
/// **A further sentence type** is a file beside the others in `Sentences`: a struct with its
/// fields, read in `init(_:)`, that is a `TimedSentence` or an `UntimedSentence` and puts what it
/// says into the epoch. It becomes known by its line in `type(of:)` below.
enum NMEA {
  /// The sender of a sentence: the two letters before its type.
  struct Talker: Hashable, Sendable {
    /// Both letters, the first in the high byte.
    let letters: UInt16
  }

  /// A sentence with a field that is missing, malformed or out of its range.
  struct Refusal: Error {}
}

extension NMEA {
  /// Returns true if three letters are those of a type that is understood.
  static func knows(_ code: UInt32) -> Bool {
    let address = NMEAFields.Address(code: 0x47_50 << 24 | UInt64(code), count: 5)
    return type(of: address) != nil
  }

  /// The type that an address names; nil where it is not understood.
  @inline(__always)
  static func type(of address: NMEAFields.Address) -> (any EpochSentence.Type)? {
    // `P` begins proprietary addresses; but Qualcomm's talker for BeiDou is `PQ`.
    if address.count != 5 || address.code >> 32 == UInt8(ascii: "P") {
      return proprietaryType(of: address)
    }
    switch UInt32(truncatingIfNeeded: address.code & 0xFF_FFFF) {
    case letters("GSV"): return GSV.self
    case letters("GSA"): return GSA.self
    case letters("RMC"): return RMC.self
    case letters("GGA"): return GGA.self
    case letters("VTG"): return VTG.self
    case letters("GLL"): return GLL.self
    case letters("GNS"): return GNS.self
    case letters("ZDA"): return ZDA.self
    case letters("GST"): return GST.self
    case letters("GBS"): return GBS.self
    case letters("HDT"): return HDT.self
    case letters("DTM"): return DTM.self
    case letters("TXT"): return TXT.self
    case letters("WPL"): return WPL.self
    case letters("RTE"): return RTE.self
    default: return nil
    }
  }

  @inline(never)
  private static func proprietaryType(
    of address: NMEAFields.Address
  ) -> (any EpochSentence.Type)? {
    let maker = address.count == 5 ? UInt32(address.code >> 16) : 0
    let type = UInt32(truncatingIfNeeded: address.code & 0xFF_FFFF)
    switch (maker, type) {
    case (letters("PGR"), letters("RME")): return PGRME.self
    case (letters("PGR"), letters("RMZ")): return PGRMZ.self
    case (0, letters("UBX")) where address.count == 4 && address.code >> 24 == UInt8(ascii: "P"):
      return PUBX00.self
    case (0, letters("TRK")) where address.isMagellan: return PMGNTRK.self
    case (0, letters("WPL")) where address.isMagellan: return PMGNWPL.self
    case (_, letters("GSV")) where address.count == 5: return GSV.self
    case (_, letters("GSA")) where address.count == 5: return GSA.self
    default: return nil
    }
  }

  /// The letters before the type in addresses of Magellan's: `PMGNTRK`.
  fileprivate static let magellan = UInt64(letters("PMG")) << 8 | UInt64(UInt8(ascii: "N"))

  /// Three letters as one number, the first in the highest byte.
  @inline(__always)
  private static func letters(_ letters: StaticString) -> UInt32 {
    let bytes = letters.utf8Start
    return UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
  }
}

extension NMEAFields.Address {
  fileprivate var isMagellan: Bool { count == 7 && code >> 24 == NMEA.magellan }
}
