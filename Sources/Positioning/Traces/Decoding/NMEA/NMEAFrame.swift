/// The sentence at the beginning of some bytes: its length, its fields, and its checksum.
struct NMEAFrame {
  /// The end of a sentence.
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
  /// The number of bytes of the sentence, including its checksum.
  let length: Int
  let ending: Ending

  /// Splits a sentence into fields.
  ///
  /// - Parameters:
  ///   - text: The bytes after the `$`.
  ///   - room: The memory for its fields.
  init(_ text: ByteText, _ room: NMEARoom) {
    let ends = room.ends
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
    self.fields = NMEAFields(start: text.start, length: index, room: room, count: fields + 1)
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

  /// Splits a line of the usual form: `$`, sentence, `*`, two digits, CR LF or LF. Nil for any
  /// other line, which is then read byte by byte.
  ///
  /// Eight bytes at a time: one pass finds the commas and the end, and sums up the checksum.
  ///
  /// - Parameters:
  ///   - start: The first byte after the `$`.
  ///   - length: The number of bytes that may be read, at most the maximum length of a line.
  ///   - room: The memory for its fields.
  /// - Returns: The frame, and the length of the line after the `$` in bytes.
  @inline(__always) static func usualLine(
    _ start: UnsafePointer<UInt8>, length: Int, _ room: NMEARoom
  ) -> (frame: NMEAFrame, lineLength: Int)? {
    let (bytes, ends) = (UnsafeRawPointer(start), room.ends)
    // The checksum and the line's end are read after the last eight bytes.
    let last = min(length, NMEAFields.limit) - 8 - 5
    var sum: UInt64 = 0
    var index = 0
    var stops: UInt64 = 0
    // A bit for each comma in the current 64 bytes.
    var commas: UInt64 = 0
    var all: UInt64 = 0
    var fields = 0
    while true {
      guard index <= last else { return nil }
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      all |= word
      stops = word.belowComma
      var marks = word.commas
      if stops != 0 {
        // The bytes before the first of them; the flag is a byte's highest bit.
        let before = (stops & (0 &- stops)) &- 1
        sum ^= word & (before >> 7)
        marks &= before
      } else {
        sum ^= word
      }
      commas |= marks.gathered << UInt64(truncatingIfNeeded: index & 63)
      if stops != 0 || index & 63 == 56 {
        let base = index & ~63
        while commas != 0 {
          ends[fields] = UInt16(truncatingIfNeeded: base &+ commas.trailingZeroBitCount)
          fields &+= 1
          commas &= commas &- 1
        }
        if stops != 0 { break }
      }
      index &+= 8
    }
    index &+= stops.trailingZeroBitCount >> 3
    // The marks above are valid only for ASCII.
    guard all & 0x8080_8080_8080_8080 == 0, start[index] == UInt8(ascii: "*"),
      let high = start[index + 1].hexDigit, let low = start[index + 2].hexDigit
    else { return nil }
    var lineLength = index + 3
    if start[lineLength] == .carriageReturn { lineLength += 1 }
    guard start[lineLength] == .lineFeed else { return nil }
    ends[fields] = UInt16(truncatingIfNeeded: index)
    sum ^= sum >> 32
    sum ^= sum >> 16
    sum ^= sum >> 8
    let frame = NMEAFrame(
      fields: NMEAFields(start: start, length: index, room: room, count: fields + 1),
      length: index + 3,
      ending: UInt8(truncatingIfNeeded: sum) == high << 4 | low ? .checked : .badChecksum)
    return (frame, lineLength + 1)
  }

  private init(fields: NMEAFields, length: Int, ending: Ending) {
    (self.fields, self.length, self.ending) = (fields, length, ending)
  }
}

/// Eight bytes of text in one number, the first byte lowest.
extension UInt64 {
  private static var lowBits: UInt64 { 0x7F7F_7F7F_7F7F_7F7F }

  /// The highest bit of each byte up to `*`: those that end a sentence, and others that are rare in
  /// one. Valid only for ASCII.
  @inline(__always) fileprivate var belowComma: UInt64 {
    // Bytes from `+` on overflow into the highest bit.
    ~(self &+ 0x5555_5555_5555_5555) & ~UInt64.lowBits
  }

  /// The highest bit of each byte that is a comma. Valid only for ASCII.
  @inline(__always) fileprivate var commas: UInt64 {
    ~((self ^ 0x2C2C_2C2C_2C2C_2C2C) &+ UInt64.lowBits) & ~UInt64.lowBits
  }

  /// The highest bits of the eight bytes, side by side.
  @inline(__always)
  fileprivate var gathered: UInt64 { ((self >> 7) &* 0x0102_0408_1020_4080) >> 56 }
}
