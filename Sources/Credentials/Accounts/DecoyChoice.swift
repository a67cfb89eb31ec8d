/// The choice of an account that stands in for an unknown name, so that refusing the name takes as
/// long as refusing a password.
///
/// Each account draws a lot for the name, and the least one wins. So
/// - one name is always tried against the same hash, and asking again reveals nothing more;
/// - over many names each method and cost gets its share of the file;
/// - adding or removing an account changes the choice for few names, and only for that reason.
///
/// The lot is a hash of the name under a key that stands in the file alone, the end of the
/// account's own hash. An outsider cannot work out which names have the same choice.
struct DecoyChoice {
  /// The place of the chosen hash; nil as long as none was offered.
  private(set) var hash: Range<Int>?
  private var least = UInt64.max
  private let name: UInt64

  /// Makes a choice without an account.
  init(for name: AccountName) {
    self.name = name.key.utf8.reduce(0) { SipHash.hash($0 ^ UInt64($1), key: (0, 0)) }
  }

  /// Offers the hash of an account. Its usability is tested only if it would be chosen.
  mutating func offer(
    _ place: Range<Int>, of bytes: UnsafeRawBufferPointer, where isUsable: () -> Bool
  ) {
    guard let first = place.first.map({ bytes[$0] }), first != UInt8(ascii: "!"),
      first != UInt8(ascii: "*")
    else { return }
    let end = bytes[place].suffix(16)
    let key = (Self.number(end.prefix(8)), Self.number(end.dropFirst(8)))
    let lot = SipHash.hash(name, key: key)
    guard lot < least, isUsable() else { return }
    (least, hash) = (lot, place)
  }

  private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// A short hash under a key, SipHash-2-4 (Aumasson and Bernstein, 2012), of one word.
enum SipHash {
  /// The hash of eight bytes.
  static func hash(_ word: UInt64, key: (UInt64, UInt64)) -> UInt64 {
    var state = State(key: key)
    state.absorb(word)
    // The last word has the length in its highest byte.
    state.absorb(8 << 56)
    state.v2 ^= 0xFF
    for _ in 0..<4 { state.mix() }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
  }

  private struct State {
    var v0, v1, v2, v3: UInt64

    init(key: (UInt64, UInt64)) {
      v0 = key.0 ^ 0x736F_6D65_7073_6575
      v1 = key.1 ^ 0x646F_7261_6E64_6F6D
      v2 = key.0 ^ 0x6C79_6765_6E65_7261
      v3 = key.1 ^ 0x7465_6462_7974_6573
    }

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      mix()
      mix()
      v0 ^= word
    }

    mutating func mix() {
      v0 &+= v1
      v2 &+= v3
      v1 = rotated(v1, 13) ^ v0
      v3 = rotated(v3, 16) ^ v2
      v0 = rotated(v0, 32)
      v2 &+= v1
      v0 &+= v3
      v1 = rotated(v1, 17) ^ v2
      v3 = rotated(v3, 21) ^ v0
      v2 = rotated(v2, 32)
    }

    private func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word << count | word >> (64 - count)
    }
  }
}
