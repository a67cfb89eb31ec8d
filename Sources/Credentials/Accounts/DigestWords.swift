/// A message as MD5 and SHA-1 take it in: words of 32 bits, sixteen to a block.
///
/// Behind the message stand a bit that is set, as many that are not as it takes, and in the last
/// 64 bits the number of the message's bits.
struct DigestWords {
  /// The words of all blocks.
  private(set) var words: [UInt32]

  /// Which byte of a number comes first.
  enum Order {
    case littleEndian
    case bigEndian
  }

  /// Makes them of a message.
  init(_ message: [UInt8], _ order: Order) {
    let count = (message.count + 9 + 63) / 64 * 16
    words = Array(repeating: 0, count: count)
    for (place, byte) in message.enumerated() { set(byte, at: place, order) }
    set(0x80, at: message.count, order)
    let bits = UInt64(message.count) * 8
    let (low, high) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
    (words[count - 2], words[count - 1]) = order == .bigEndian ? (high, low) : (low, high)
  }

  private mutating func set(_ byte: UInt8, at place: Int, _ order: Order) {
    let shift = order == .bigEndian ? 24 - 8 * (place & 3) : 8 * (place & 3)
    words[place >> 2] |= UInt32(byte) << UInt32(shift)
  }

  /// The bytes of some words.
  static func bytes(of words: [UInt32], _ order: Order) -> [UInt8] {
    words.flatMap { word in
      (0..<4).map { place in
        UInt8(truncatingIfNeeded: word >> UInt32(8 * (order == .bigEndian ? 3 - place : place)))
      }
    }
  }
}

extension UInt32 {
  /// Moved to the left, where what goes out comes in at the right.
  func rotated(by count: UInt32) -> UInt32 { self << count | self >> (32 - count) }
}
