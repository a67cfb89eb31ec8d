/// The greatest possible distance of a receiver from its last fix: a fix beyond it is an outlier.
///
///     let limits = OutlierLimits()
///     limits.allow(step: 250_000, lasting: .seconds(1), speed: 20)  // false
///
/// A step is allowed if it is no longer than `tolerance`, or no longer than the distance that the
/// last speed and the greatest acceleration allow, up to the greatest speed. If the time is
/// unknown, every step is allowed.
public struct OutlierLimits: Hashable, Sendable {
  /// The greatest speed, metres per second; the default is above that of airliners.
  package var speed: Double
  /// The greatest acceleration, metres per second squared.
  package var acceleration: Double
  /// The possible error between two positions at any speed, metres.
  package var tolerance: Double

  /// Makes limits.
  ///
  /// - Parameters:
  ///   - speed: The greatest speed, metres per second.
  ///   - acceleration: The greatest acceleration, metres per second squared.
  ///   - tolerance: The possible error between two positions at any speed, metres.
  public init(speed: Double = 350, acceleration: Double = 30, tolerance: Double = 30) {
    (self.speed, self.acceleration, self.tolerance) = (speed, acceleration, tolerance)
  }

  /// Limits of the speed alone, without any tolerance.
  ///
  /// - Parameter speed: The greatest speed, metres per second.
  package static func speedAlone(_ speed: Double) -> OutlierLimits {
    OutlierLimits(speed: speed, acceleration: .infinity, tolerance: 0)
  }

  /// Returns true if a step is possible.
  ///
  /// - Parameters:
  ///   - step: The distance from the last fix, metres.
  ///   - interval: The time since the last fix; zero or less counts as a second.
  ///   - start: The speed at which the step began, metres per second; nil if it is unknown.
  package func allow(step: Double, lasting interval: Duration, speed start: Double?) -> Bool {
    allow(step: step, seconds: interval.inSeconds, speed: start)
  }

  /// As ``allow(step:lasting:speed:)``, with the time in seconds.
  @inline(__always) func allow(step: Double, seconds: Double, speed start: Double?) -> Bool {
    let seconds = seconds > 0 ? seconds : 1
    let excess = step - tolerance
    guard excess > 0 else { return true }
    guard excess <= speed * seconds else { return false }
    guard let start else { return true }
    return excess <= (start + acceleration * seconds / 2) * seconds
  }

  /// Returns true if the distance between two fixes is possible.
  ///
  /// - Parameters:
  ///   - step: The distance, metres.
  ///   - start: The earlier fix.
  ///   - end: The later one.
  ///   - interval: The time between them, nanoseconds; nil if it is unknown.
  ///   - speed: The speed at the earlier fix, metres per second; nil if it is unknown.
  @inline(__always) func allow(
    _ step: Double, from start: Location, to end: Location, lasting interval: Int64?, speed: Double?
  ) -> Bool {
    guard let interval else { return true }
    let seconds = interval.nanosecondsInSeconds
    if tolerance == 0 { return allow(step: step, seconds: seconds, speed: nil) }
    // The error may be three times the reported accuracy.
    let noise = 3 * max(start.horizontalAccuracy ?? 0, end.horizontalAccuracy ?? 0)
    let first = speed.map { max($0, end.speed ?? 0) }
    return allow(step: step - min(noise, 1000), seconds: seconds, speed: first)
  }
}

extension Duration {
  /// This duration in seconds.
  package var inSeconds: Double {
    // Up to nine seconds fit into 64 bits, and most intervals are shorter.
    #if compiler(>=6.2)
      if let short = Int64(exactly: attoseconds) {
        let (seconds, rest) = short.quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
        return Double(seconds) + Double(rest) / 1e18
      }
    #endif
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) / 1e18
  }
}
