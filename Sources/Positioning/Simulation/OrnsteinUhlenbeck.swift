/// A random error that forgets itself with a time constant: an Ornstein–Uhlenbeck process.
///
/// Its values are normal with standard deviation 1 and correlated by exp(-t/τ) over a time t. The
/// steps use the exact solution, not Euler's, so that the statistics are the same whatever the
/// step.
struct OrnsteinUhlenbeck: Hashable, Sendable {
  /// The present value, in standard deviations.
  private(set) var value: Double
  private var stream: NoiseStream
  private let timeConstant: Double
  // The factors of the step last taken: almost always the next one's too.
  private var step = 0.0
  private var decay = 1.0
  private var renewal = 0.0

  /// Makes a process with a time constant τ in seconds, already in its stationary state.
  ///
  /// With a τ that is not positive every step is independent of the last: white noise.
  init(timeConstant: Double, stream: NoiseStream) {
    self.timeConstant = timeConstant
    self.stream = stream
    value = self.stream.normal()
  }

  /// Lets a time in seconds pass: x ← x e^(-Δt/τ) + √(1 - e^(-2Δt/τ)) · normal.
  mutating func advance(by seconds: Double) {
    guard seconds > 0 else { return }
    if seconds != step {
      step = seconds
      decay = timeConstant > 0 ? PortableMath.exponential(-seconds / timeConstant) : 0
      renewal = (1 - decay * decay).squareRoot()
    }
    value = value * decay + renewal * stream.normal()
  }
}
