/// The random numbers of a simulated receiver: the same seed gives the same numbers everywhere.
///
/// SplitMix64 of G. Steele, D. Lea and C. Flood (OOPSLA 2014). Not for cryptography.
struct SimulatedNoise: Hashable, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var word = state
    word = (word ^ word >> 30) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ word >> 27) &* 0x94d0_49bb_1331_11eb
    return word ^ word >> 31
  }

  /// Returns a uniform number between two bounds.
  mutating func uniform(_ lower: Double, _ upper: Double) -> Double {
    lower + (upper - lower) * Double(next() >> 11) * 0x1p-53
  }

  /// Returns a number of mean 0 and standard deviation 1: nearly normal, within -6…6.
  ///
  /// It is the sum of twelve uniform numbers, which needs no logarithm.
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform(0, 1) } }
}
