/// Conversions between `Duration` and the simulation's whole nanoseconds.
///
/// Integers, so that a thousand steps of a tenth of a second are a hundred seconds exactly.
package enum SimulationClock {
  /// A duration in nanoseconds, held to ±146 years.
  package static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let limit: Int64 = 4_611_686_018
    guard seconds > -limit, seconds < limit else {
      return (seconds < 0 ? -limit : limit) * 1_000_000_000
    }
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  /// Nanoseconds as seconds.
  package static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

  /// Seconds as whole nanoseconds, for times of hours and days; not a number gives zero.
  package static func nanoseconds(seconds: Double) -> Int64 {
    guard seconds > -4e9, seconds < 4e9 else { return seconds > 0 ? 4_000_000_000_000_000_000 : 0 }
    return Int64((seconds * 1e9).rounded())
  }
}
