import Platform

/// The message digest of RFC 1321, for hashes that other programs have made.
///
///     MD5.digest(of: Array("abc".utf8)).map { String($0, radix: 16) }.joined()
///     // "90150983cd24fb0d6963f7d28e17f72"
///
/// It is broken as a digest and too fast as a password hash: no new hash is made with it.
enum MD5 {
  /// Returns the sixteen bytes of a message's digest.
  static func digest(of message: [UInt8]) -> [UInt8] {
    let words = DigestWords(message, .littleEndian).words
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476]
    for block in stride(from: 0, to: words.count, by: 16) {
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      for step in 0..<64 {
        let mixed: UInt32
        let index: Int
        switch step >> 4 {
        case 0: (mixed, index) = (b & c | ~b & d, step)
        case 1: (mixed, index) = (b & d | c & ~d, 5 * step + 1)
        case 2: (mixed, index) = (b ^ c ^ d, 3 * step + 5)
        default: (mixed, index) = (c ^ (b | ~d), 7 * step)
        }
        let sum = a &+ mixed &+ words[block + index & 15] &+ sines[step]
        (a, d, c) = (d, c, b)
        b = b &+ sum.rotated(by: shifts[4 * (step >> 4) + step & 3])
      }
      state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
    }
    return DigestWords.bytes(of: state, .littleEndian)
  }

  /// The first 32 bits after the point of each number's sine.
  private static let sines = (1...64).map { UInt32(abs(sin(Double($0))) * 4_294_967_296) }
  /// Four for each of the four rounds.
  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
}
