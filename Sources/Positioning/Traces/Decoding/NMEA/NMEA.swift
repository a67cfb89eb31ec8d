/// NMEA 0183: the sentences that receivers write, as values.
///
///     let sentence = try NMEA.sentence("$GPGLL,3925.97,N,11945.93,W,235234,A*56")
///     if let gll = sentence as? NMEA.GLL { print(gll.coordinate!.latitude) }  // 39.43283333333333
///
/// ``NMEAReader`` reads them as they come and joins those of one epoch.
///
/// **A further sentence type** is a file beside the others in `Sentences`: a struct with its
/// fields, read in `init(_:)`, that is a `TimedSentence` or an `UntimedSentence` and puts what it
/// says into the epoch. It becomes known by its line in `types` below.
public enum NMEA {
  /// The sentence types that are understood; the most frequent ones first, since they are searched.
  static let types: [any EpochSentence.Type] = [
    GSV.self,
    GSA.self,
    RMC.self,
    GGA.self,
    VTG.self,
    GLL.self,
    GNS.self,
    ZDA.self,
    GST.self,
  ]

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
    return try known.type.init(frame.fields)
  }
}

extension NMEA {
  /// The types by their letters as a number, the first letter in the highest byte.
  private static let table = types.map { type in
    (code: type.type.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }, type: type)
  }

  /// Whether three letters are those of a type that is understood.
  static func knows(_ code: UInt32) -> Bool { table.contains { $0.code == code } }

  /// The type that an address names, and where it stands in ``types``; nil where it is not
  /// understood.
  static func type(
    of address: NMEAFields.Address
  ) -> (type: any EpochSentence.Type, place: Int)? {
    guard address.count == 5 else { return nil }
    let code = UInt32(truncatingIfNeeded: address.code & 0xFF_FFFF)
    // `P` begins proprietary addresses; but Qualcomm's talker for BeiDou is `PQ`.
    let isProprietary = address.code >> 32 == UInt8(ascii: "P")
    for (place, known) in table.enumerated() where known.code == code {
      guard !isProprietary || known.type == GSA.self || known.type == GSV.self else { return nil }
      return (known.type, place)
    }
    return nil
  }
}

extension NMEA {
  /// Who says a sentence: the two letters before its type.
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
