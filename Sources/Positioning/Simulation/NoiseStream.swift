/// The uses of random numbers in a simulated receiver; each has a stream of its own.
///
/// The raw values seed the streams: never renumber one, or every recorded simulation changes.
enum NoiseSource: UInt64 {
  case multipathEast = 1
  case multipathNorth = 2
  case multipathVertical = 3
  case whiteEast = 4
  case whiteNorth = 5
  case whiteVertical = 6
  case velocityEast = 7
  case velocityNorth = 8
  case signalStrength = 9
  case constellation = 10
  case acquisition = 11
  case outages = 12
  case stops = 13
  case jitter = 14
}

/// One noise source's own sequence of random numbers.
///
/// Streams of one seed are independent, so that silencing a source or asking it more often shifts
/// no other source.
struct NoiseStream: Hashable, Sendable {
  private var generator: Xoshiro256
  private var spare: Double?

  /// Opens the stream of a source under a seed.
  init(seed: UInt64, source: NoiseSource) {
    var mixer = SplitMix64(state: seed)
    let base = mixer.next()
    var sourceMixer = SplitMix64(state: source.rawValue)
    generator = Xoshiro256(seed: base ^ sourceMixer.next())
  }

  /// A uniform number in 0..<1, a multiple of 2⁻⁵³.
  mutating func uniform() -> Double {
    Double(generator.next() >> 11) * 0x1p-53
  }

  /// A uniform number between two bounds; the lower one when they are out of order.
  mutating func uniform(_ lower: Double, _ upper: Double) -> Double {
    lower + max(0, upper - lower) * uniform()
  }

  /// A number from the normal distribution of mean 0 and standard deviation 1.
  ///
  /// By Marsaglia's polar method, which gives two at a time.
  mutating func normal() -> Double {
    if let spare {
      self.spare = nil
      return spare
    }
    while true {
      let x = 2 * uniform() - 1
      let y = 2 * uniform() - 1
      let square = x * x + y * y
      guard square > 0, square < 1 else { continue }
      let factor = (-2 * PortableMath.logarithm(square) / square).squareRoot()
      spare = y * factor
      return x * factor
    }
  }

  /// A number from the exponential distribution of the given mean.
  mutating func exponential(mean: Double) -> Double {
    -mean * PortableMath.logarithm(1 - uniform())
  }
}
