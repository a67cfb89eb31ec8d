/// A message in the form that MD5 and SHA-1 read: words of 32 bits, sixteen to a block.
///
/// The message is followed by a bit that is set, as many unset ones as needed, and in the last 64
/// bits the number of the message's bits.
struct DigestWords {
  /// The words of all blocks.
  private(set) var words: [UInt32]

  /// The order of the bytes of a number.
  enum Order {
    case littleEndian
    case bigEndian
  }

  /// Makes the words of a message.
  init(_ message: [UInt8], _ order: Order) {
    let count = (message.count + 9 + 63) / 64 * 16
    words = Array(repeating: 0, count: count)
    for (index, byte) in message.enumerated() { set(byte, at: index, order) }
    set(0x80, at: message.count, order)
    let bits = UInt64(message.count) * 8
    let (low, high) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
    (words[count - 2], words[count - 1]) = order == .bigEndian ? (high, low) : (low, high)
  }

  private mutating func set(_ byte: UInt8, at index: Int, _ order: Order) {
    let shift = order == .bigEndian ? 24 - 8 * (index & 3) : 8 * (index & 3)
    words[index >> 2] |= UInt32(byte) << UInt32(shift)
  }

  /// Returns the bytes of some words.
  static func bytes(of words: [UInt32], _ order: Order) -> [UInt8] {
    words.flatMap { word in
      (0..<4).map { index in
        UInt8(truncatingIfNeeded: word >> UInt32(8 * (order == .bigEndian ? 3 - index : index)))
      }
    }
  }
}

extension UInt32 {
  /// Returns the word rotated to the left.
  func rotated(by count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}
