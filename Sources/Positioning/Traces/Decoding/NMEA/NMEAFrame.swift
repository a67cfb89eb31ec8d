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
    self.fields = NMEAFields(start: text.start, ends: ends, count: fields + 1)
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
}
