/// The generator xoshiro256** of D. Blackman and S. Vigna: small, fast, and the same everywhere.
///
/// Published in "Scrambled linear pseudorandom number generators", ACM Transactions on Mathematical
/// Software 47 (2021); period 2²⁵⁶ - 1. Its four words are filled by SplitMix64 (G. Steele, D. Lea,
/// C. Flood, OOPSLA 2014), as its authors advise. Not for secrets.
struct Xoshiro256: RandomNumberGenerator, Hashable, Sendable {
  private var s0, s1, s2, s3: UInt64

  /// Makes a generator whose sequence the seed determines; any seed is good, zero too.
  init(seed: UInt64) {
    var filler = SplitMix64(state: seed)
    s0 = filler.next()
    s1 = filler.next()
    s2 = filler.next()
    s3 = filler.next()
  }

  /// Makes a generator in a known state, to compare with the published sequence.
  init(state: (UInt64, UInt64, UInt64, UInt64)) {
    (s0, s1, s2, s3) = state
  }

  /// The next 64 uniform bits.
  mutating func next() -> UInt64 {
    let scrambled = Self.rotated(s1 &* 5, by: 7) &* 9
    let shifted = s1 << 17
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= shifted
    s3 = Self.rotated(s3, by: 45)
    return scrambled
  }

  private static func rotated(_ word: UInt64, by count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}

/// The generator SplitMix64, used to turn one seed into many.
struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }
}
