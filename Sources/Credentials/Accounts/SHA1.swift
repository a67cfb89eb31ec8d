/// The message digest of RFC 3174, for hashes that other programs have made.
///
///     SHA1.digest(of: Array("abc".utf8))[0]  // 169
///
/// It is broken as a digest and too fast as a password hash: no new hash is made with it.
enum SHA1 {
  /// Returns the twenty bytes of a message's digest.
  static func digest(of message: [UInt8]) -> [UInt8] {
    let words = DigestWords(message, .bigEndian).words
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for block in stride(from: 0, to: words.count, by: 16) {
      var schedule = Array(words[block..<block + 16])
      for step in 16..<80 {
        let mixed =
          schedule[step - 3] ^ schedule[step - 8] ^ schedule[step - 14] ^ schedule[step - 16]
        schedule.append(mixed.rotated(by: 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for step in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch step / 20 {
          case 0: (b & c | ~b & d, 0x5A82_7999)
          case 1: (b ^ c ^ d, 0x6ED9_EBA1)
          case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let sum = a.rotated(by: 5) &+ mixed &+ e &+ schedule[step] &+ constant
        (e, d, c, b, a) = (d, c, b.rotated(by: 30), a, sum)
      }
      state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return DigestWords.bytes(of: state, .bigEndian)
  }
}
