/// NMEA 0183: the sentences that receivers write, as values.
///
///     let sentence = try NMEA.sentence("$GPGLL,3925.97,N,11945.93,W,235234,A*38")
///     if let gll = sentence as? NMEA.GLL {
///       print(gll.coordinate!.latitude)  // 39.432833333333335
///     }
///
/// ``NMEAReader`` reads them as they come and joins those of one epoch.
///
/// **A further sentence type** is a file beside the others in `Sentences`: a struct with its
/// fields, read in `init(_:)`, that is a `TimedSentence` or an `UntimedSentence` and puts what it
/// says into the epoch. It becomes known by its line in `type(of:)` below.
public enum NMEA {
  /// A sentence as a value.
  ///
  /// Whatever the receiver left empty is nil, never zero. A value holds what was written, in the
  /// units that its properties name; whether a receiver vouches for it, its `isValid` or `fix`
  /// says.
  public protocol Sentence: Hashable, Sendable {
    /// The three letters of the type, such as `RMC`.
    static var type: String { get }
    /// Which receiver or system says it.
    var talker: Talker { get }
  }

  /// Reads the one sentence that a line begins with, from its `$` to its checksum, if it has one.
  ///
  /// - Throws: Why there is no such sentence, or why it is refused.
  public static func sentence(_ line: String) throws(Refusal) -> any Sentence {
    let result = Array(line.utf8).withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: UInt16.self, capacity: NMEAFields.limit) { ends in
        var text = ByteText(bytes)
        guard text.eat(UInt8(ascii: "$")) else {
          return Result<any Sentence, Refusal>.failure(.noSentence)
        }
        let frame = NMEAFrame(text, ends: ends.baseAddress!)
        return Result { () throws(Refusal) in try sentence(frame) }
      }
    }
    return try result.get()
  }

  private static func sentence(_ frame: NMEAFrame) throws(Refusal) -> any Sentence {
    switch frame.ending {
    case .checked, .unchecked: break
    case .badChecksum: throw .badChecksum
    case .truncated: throw .truncated
    }
    guard let address = frame.fields.address else { throw .noSentence }
    guard let known = type(of: address) else { throw .unknownType }
    return try known.init(frame.fields)
  }
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

extension NMEA {
  /// The sender of a sentence: the two letters before its type.
  public struct Talker: Hashable, Sendable, CustomStringConvertible {
    /// Both letters, the first in the high byte.
    let letters: UInt16

    /// The satellite system that the talker speaks of; nil for `GN`, which speaks of all, and for
    /// what is no satellite receiver.
    public var system: SatelliteSystem? { SatelliteNumbering.system(of: self) }

    /// The two letters, such as `GP`.
    public var description: String {
      String(decoding: [UInt8(letters >> 8), UInt8(letters & 0xFF)], as: UTF8.self)
    }
  }

  /// Why a sentence is refused.
  public enum Refusal: Error, Hashable, Sendable {
    /// There is none: no `$`, or no address and no fields behind it.
    case noSentence
    /// The sentence ends, or another begins, before its checksum is complete.
    case truncated
    /// The checksum does not fit.
    case badChecksum
    /// The sentence is of a type that is not understood.
    case unknownType
    /// The sentence ends before this field; fields are counted from the address, which is 0.
    case missingField(Int)
    /// This field holds what it cannot hold, or is out of its range.
    case malformedField(Int)
  }
}

extension NMEA.Refusal: CustomStringConvertible {
  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .noSentence: "there is no NMEA 0183 sentence, which begins with $ and an address"
    case .truncated: "the sentence ends before its checksum does"
    case .badChecksum: "the checksum does not fit the sentence"
    case .unknownType: "the sentence is of a type that is not understood"
    case .missingField(let field): "the sentence ends before its field \(field)"
    case .malformedField(let field): "field \(field) is malformed or out of its range"
    }
  }
}
