/// The errors of a receiver's measurements at one time, before geometry magnifies them.
struct ReceiverNoise: Hashable, Sendable {
  private var multipath: [OrnsteinUhlenbeck]
  private var whites: [NoiseStream]
  private var velocities: [NoiseStream]
  private let configuration: SimulatedGPSConfiguration.Noise
  /// Standard deviation of the uncorrelated error, metres.
  private let whiteDeviation: Double
  /// Standard deviation of the velocity's error, metres per second.
  private let velocityDeviation: Double

  /// Correlated error in standard deviations: east, north, up.
  private(set) var correlated = SIMD3<Double>()
  /// Uncorrelated error, metres: east, north, up.
  private(set) var white = SIMD3<Double>()
  /// Error of the velocity, metres per second: east, north.
  private(set) var velocity = SIMD2<Double>()

  init(seed: UInt64, configuration: SimulatedGPSConfiguration) {
    let timeConstant = max(0, configuration.environment.timeConstant)
    multipath = [.multipathEast, .multipathNorth, .multipathVertical].map {
      OrnsteinUhlenbeck(
        timeConstant: timeConstant, stream: NoiseStream(seed: seed, source: $0))
    }
    whites = [.whiteEast, .whiteNorth, .whiteVertical].map {
      NoiseStream(seed: seed, source: $0)
    }
    velocities = [.velocityEast, .velocityNorth].map { NoiseStream(seed: seed, source: $0) }
    self.configuration = configuration.noise
    whiteDeviation =
      configuration.noise.contains(.white) ? nonNegative(configuration.whiteNoise) : 0
    velocityDeviation =
      configuration.noise.contains(.velocity) ? nonNegative(configuration.velocityNoise) : 0
  }

  /// Draws the errors of the fix that comes a number of seconds after the last one.
  mutating func advance(by seconds: Double) {
    for axis in 0..<3 {
      multipath[axis].advance(by: seconds)
      white[axis] = whites[axis].normal() * whiteDeviation
      let isOn = configuration.contains(axis < 2 ? .horizontal : .vertical)
      correlated[axis] = isOn ? multipath[axis].value : 0
    }
    for axis in 0..<2 {
      velocity[axis] = velocities[axis].normal() * velocityDeviation
    }
  }
}

/// A figure of the configuration, with zero for what is negative or not a number.
func nonNegative(_ figure: Double) -> Double { figure > 0 ? figure : 0 }
