/// The sentence at the beginning of some bytes: how far it reaches, its fields, and its checksum.
struct NMEAFrame {
  /// How a sentence ends.
  enum Ending {
    /// With a checksum that fits.
    case checked
    /// Without a checksum.
    case unchecked
    /// With a checksum that does not fit.
    case badChecksum
    /// In the middle of its checksum, or where another sentence begins.
    case truncated
  }

  let fields: NMEAFields
  /// How many bytes the sentence takes, its checksum included.
  let length: Int
  let ending: Ending

  /// Cuts a sentence into fields.
  ///
  /// - Parameters:
  ///   - text: What follows the `$`.
  ///   - ends: Room for ``NMEAFields/limit`` ends of fields.
  init(_ text: ByteText, ends: UnsafeMutablePointer<UInt16>) {
    var sum: UInt8 = 0
    var fields = 0
    var index = 0
    let count = min(text.count, Int(UInt16.max))
    var end = UInt8.lineFeed
    while index < count {
      let byte = text[index]
      if byte == .comma {
        if fields < NMEAFields.limit - 1 {
          ends[fields] = UInt16(truncatingIfNeeded: index)
          fields += 1
        }
      } else if byte == UInt8(ascii: "*") || byte < 0x20 || byte == UInt8(ascii: "$") {
        end = byte
        break
      }
      sum ^= byte
      index += 1
    }
    ends[fields] = UInt16(truncatingIfNeeded: index)
    self.fields = NMEAFields(start: text.start, length: index, ends: ends, count: fields + 1)
    switch end {
    case UInt8(ascii: "*"):
      guard index + 2 < text.count, let high = text[index + 1].hexDigit,
        let low = text[index + 2].hexDigit
      else {
        (length, ending) = (index, .truncated)
        return
      }
      (length, ending) = (index + 3, sum == high << 4 | low ? .checked : .badChecksum)
    case UInt8(ascii: "$"): (length, ending) = (index, .truncated)
    default: (length, ending) = (index, .unchecked)
    }
  }

  /// Cuts a line of the usual form: `$`, sentence, `*`, two digits, CR LF or LF. Nil for any other,
  /// which is then read byte by byte.
  ///
  /// Eight bytes at a time. The fields of GSV and GSA, which are most of a log, are not cut: they
  /// are read in order.
  ///
  /// - Parameters:
  ///   - start: Behind the `$`.
  ///   - room: How many bytes may be read there, at most as many as a line may have.
  ///   - ends: Room for ``NMEAFields/limit`` ends of fields.
  /// - Returns: The frame, and how many bytes the line takes behind the `$`.
  @inline(__always)
  static func usualLine(
    _ start: UnsafePointer<UInt8>, room: Int, ends: UnsafeMutablePointer<UInt16>
  ) -> (frame: NMEAFrame, lineLength: Int)? {
    guard room >= 32 else { return nil }
    let isSatellites =
      start[2] == UInt8(ascii: "G") && start[3] == UInt8(ascii: "S")
      && (start[4] == UInt8(ascii: "V") || start[4] == UInt8(ascii: "A"))
    let bytes = UnsafeRawPointer(start)
    // The checksum and the line's end are read behind the last eight bytes.
    let last = room - 8 - 5
    var sum: UInt64 = 0
    var fields = 0
    var index = 0
    while true {
      guard index <= last else { return nil }
      let word = UInt64(
        littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let stops = word.lowestStop
      var commas = isSatellites ? 0 : word.commas
      if stops != 0 {
        // What stands before the first of them.
        let before = (stops & (0 &- stops)) &- 1
        // The flag is a byte's highest bit: seven bits of the byte itself come before it.
        let whole = before >> 7
        sum ^= word & whole
        commas &= before
        guard fields + 8 < NMEAFields.limit else { return nil }
        while commas != 0 {
          ends[fields] = UInt16(truncatingIfNeeded: index &+ commas.trailingZeroBitCount >> 3)
          fields &+= 1
          commas &= commas &- 1
        }
        index &+= stops.trailingZeroBitCount >> 3
        break
      }
      guard fields + 8 < NMEAFields.limit else { return nil }
      while commas != 0 {
        ends[fields] = UInt16(truncatingIfNeeded: index &+ commas.trailingZeroBitCount >> 3)
        fields &+= 1
        commas &= commas &- 1
      }
      sum ^= word
      index &+= 8
    }
    guard start[index] == UInt8(ascii: "*"), let high = start[index + 1].hexDigit,
      let low = start[index + 2].hexDigit
    else { return nil }
    var lineLength = index + 3
    if start[lineLength] == .carriageReturn { lineLength += 1 }
    guard start[lineLength] == .lineFeed else { return nil }
    ends[fields] = UInt16(truncatingIfNeeded: index)
    sum ^= sum >> 32
    sum ^= sum >> 16
    sum ^= sum >> 8
    let frame = NMEAFrame(
      fields: NMEAFields(start: start, length: index, ends: ends, count: fields + 1),
      length: index + 3,
      ending: UInt8(truncatingIfNeeded: sum) == high << 4 | low ? .checked : .badChecksum)
    return (frame, lineLength + 1)
  }

  private init(fields: NMEAFields, length: Int, ending: Ending) {
    self.fields = fields
    self.length = length
    self.ending = ending
  }
}

/// Eight bytes of text in one number, the first byte lowest.
extension UInt64 {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var highBits: UInt64 { 0x8080_8080_8080_8080 }

  /// The highest bit of each byte that ends a sentence: `*`, `$` or a control character. Only the
  /// lowest one is sure.
  @inline(__always)
  fileprivate var lowestStop: UInt64 {
    let star = self ^ 0x2A2A_2A2A_2A2A_2A2A
    let dollar = self ^ 0x2424_2424_2424_2424
    // Zero for bytes below 32.
    let control = self & 0xE0E0_E0E0_E0E0_E0E0
    let zeros =
      ((star &- UInt64.ones) & ~star) | ((dollar &- UInt64.ones) & ~dollar)
      | ((control &- UInt64.ones) & ~control)
    return zeros & UInt64.highBits
  }

  /// The highest bit of each byte that is a comma.
  @inline(__always)
  fileprivate var commas: UInt64 {
    let comma = self ^ 0x2C2C_2C2C_2C2C_2C2C
    let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    return ~(((comma & lowBits) &+ lowBits) | comma | lowBits)
  }
}
