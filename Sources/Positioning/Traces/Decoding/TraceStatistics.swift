/// What a reader met on its way: lines, sentences by type, and what it skipped and why.
public struct TraceStatistics: Hashable, Sendable {
  /// Lines or table rows that held anything but blanks.
  public internal(set) var lines = 0
  /// Sentences or table rows that were understood or knowingly passed over.
  public internal(set) var sentences = 0
  /// Epochs given out, with or without a fix.
  public internal(set) var epochs = 0
  /// Epochs given out with a fix.
  public internal(set) var fixes = 0

  private var skips = [Int](repeating: 0, count: SkipReason.allCases.count)
  private var types: [TypeCount] = []

  private struct TypeCount: Hashable, Sendable {
    let address: UInt64
    var count: Int
  }

  /// Makes statistics of nothing.
  public init() {}

  /// Why a line, sentence or row was left out.
  public enum SkipReason: Int, Hashable, Sendable, CaseIterable {
    /// The checksum does not fit the sentence.
    case badChecksum
    /// No checksum, in a source that writes checksums.
    case missingChecksum
    /// A field that is no number, time, position or the like, or is out of its range.
    case malformedField
    /// The line ends, or another sentence begins, before this one is complete.
    case truncated
    /// More bytes than any sentence or row may have.
    case overlong
    /// A line that is no sentence, or a table line that is no row.
    case text
    /// A table row of another kind than positions.
    case otherKind
  }

  /// How many sentences there were of each type, by address: `["GPRMC": 1307, "PGRME": 12]`.
  ///
  /// Holds well-formed sentences, also those of types that are not read further. At most 256 types
  /// are counted each for itself; the rest are under `other`.
  public var sentencesByType: [String: Int] {
    var result: [String: Int] = [:]
    for type in types {
      var name = ""
      for shift in stride(from: 56, through: 0, by: -8) {
        let byte = UInt8(truncatingIfNeeded: type.address >> UInt64(shift))
        if byte != 0 { name.unicodeScalars.append(Unicode.Scalar(byte)) }
      }
      result[name, default: 0] += type.count
    }
    return result
  }

  /// How many lines, sentences or rows were left out for a reason.
  public func skipped(_ reason: SkipReason) -> Int { skips[reason.rawValue] }

  /// How many lines, sentences or rows were left out for any reason.
  public var skipped: Int { skips.reduce(0, +) }

  mutating func skip(_ reason: SkipReason) { skips[reason.rawValue] += 1 }

  /// Counts a sentence by the (up to eight) ASCII bytes of its address, the last one lowest.
  mutating func count(address: UInt64) {
    sentences += 1
    for index in types.indices where types[index].address == address {
      types[index].count += 1
      return
    }
    let other: UInt64 = 0x6F_74_68_65_72  // "other"
    if types.count < 256 || address == other {
      types.append(TypeCount(address: address, count: 1))
    } else {
      sentences -= 1
      count(address: other)
    }
  }

  mutating func count(_ epoch: TraceEpoch) {
    epochs += 1
    if epoch.location != nil { fixes += 1 }
  }
}
