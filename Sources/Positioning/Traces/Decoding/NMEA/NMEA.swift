/// NMEA 0183: the sentences of receivers, as values.
///
/// ``NMEAReader`` reads them as they arrive and joins those of one epoch.
///
/// **To add a sentence type**, add a case of ``Kind`` or, if it has a time, of ``TimedKind``, and
/// its line in `kind(of:)`. The compiler then requires the rest: its `leastFields`, and a new
/// `UntimedSentence` in `Sentences` or the two cases in ``TimedSentence``.
enum NMEA {
  /// A type of sentence that is supported.
  enum Kind: Equatable {
    case timed(TimedKind)
    // Types without a time: parts of an epoch, waypoints, and others that are only counted.
    case gsv, gsa, vtg, hdt, pgrme, pgrmz
    case wpl, rte, pmgnwpl
    case dtm, txt

    /// The least number of fields of a sentence, including its address.
    var leastFields: Int {
      switch self {
      case .timed(let kind): kind.leastFields
      case .gsv, .gsa: 1
      case .hdt: 2
      case .pgrmz: 3
      case .pgrme: 4
      case .vtg, .rte, .txt: 5
      case .wpl: 6
      case .pmgnwpl, .dtm: 8
      }
    }
  }

  /// A type of sentence with a time of day.
  enum TimedKind {
    case rmc, gga, gll, gns, zda, gst, gbs, pubx00, pmgntrk

    /// The least number of fields of a sentence, including its address.
    fileprivate var leastFields: Int {
      switch self {
      case .gll, .zda, .gbs: 5
      case .gst, .pmgntrk: 9
      case .rmc, .gga: 10
      case .gns: 11
      case .pubx00: 19
      }
    }
  }

  /// A sentence with a field that is missing, malformed or out of its range.
  struct Refusal: Error {}
}

extension NMEA {
  /// Returns true if three letters are those of a supported type.
  static func knows(_ code: UInt32) -> Bool {
    kind(of: NMEAFields.Address(code: 0x47_50 << 24 | UInt64(code), count: 5)) != nil
  }

  /// The type in an address; nil if it is not supported.
  @inline(__always) static func kind(of address: NMEAFields.Address) -> Kind? {
    // `P` begins proprietary addresses; `PQ`, however, is Qualcomm's talker for BeiDou.
    if address.count != 5 || address.code >> 32 == UInt8(ascii: "P") {
      return proprietaryKind(of: address)
    }
    switch UInt32(truncatingIfNeeded: address.code & 0xFF_FFFF) {
    case letters("GSV"): return .gsv
    case letters("GSA"): return .gsa
    case letters("RMC"): return .timed(.rmc)
    case letters("GGA"): return .timed(.gga)
    case letters("VTG"): return .vtg
    case letters("GLL"): return .timed(.gll)
    case letters("GNS"): return .timed(.gns)
    case letters("ZDA"): return .timed(.zda)
    case letters("GST"): return .timed(.gst)
    case letters("GBS"): return .timed(.gbs)
    case letters("HDT"): return .hdt
    case letters("DTM"): return .dtm
    case letters("TXT"): return .txt
    case letters("WPL"): return .wpl
    case letters("RTE"): return .rte
    default: return nil
    }
  }

  @inline(never) private static func proprietaryKind(of address: NMEAFields.Address) -> Kind? {
    let maker = address.count == 5 ? UInt32(address.code >> 16) : 0
    let type = UInt32(truncatingIfNeeded: address.code & 0xFF_FFFF)
    switch (maker, type) {
    case (letters("PGR"), letters("RME")): return .pgrme
    case (letters("PGR"), letters("RMZ")): return .pgrmz
    case (0, letters("UBX")) where address.count == 4 && address.code >> 24 == UInt8(ascii: "P"):
      return .timed(.pubx00)
    case (0, letters("TRK")) where address.isMagellan: return .timed(.pmgntrk)
    case (0, letters("WPL")) where address.isMagellan: return .pmgnwpl
    case (_, letters("GSV")) where address.count == 5: return .gsv
    case (_, letters("GSA")) where address.count == 5: return .gsa
    default: return nil
    }
  }

  /// The letters before the type in Magellan's addresses: `PMGNTRK`.
  fileprivate static let magellan = UInt64(letters("PMG")) << 8 | UInt64(UInt8(ascii: "N"))

  /// Three letters as one number, the first in the highest byte.
  @inline(__always) private static func letters(_ letters: StaticString) -> UInt32 {
    let bytes = letters.utf8Start
    return UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8 | UInt32(bytes[2])
  }
}

extension NMEAFields.Address {
  fileprivate var isMagellan: Bool { count == 7 && code >> 24 == NMEA.magellan }
}
