/// The rate of the streams' time.
enum StreamSpeed: Equatable, Sendable {
  /// A number of seconds in one.
  case times(Double)
  /// As fast as the machine can.
  case max

  /// The allowed values, for a command line.
  static let noun = "a number from 0.001 to 1000, or max"

  /// Reads `2.5` or `max`; nil if it is neither or out of range.
  init?(_ text: String) {
    if text == "max" {
      self = .max
    } else if let factor = Double(text), (0.001...1000).contains(factor) {
      self = .times(factor)
    } else {
      return nil
    }
  }

  /// Returns the machine's time for an instant of the streams' clock, if both start together at
  /// `start`; nil if there is no wait.
  func date(of instant: MonotonicInstant, startingAt start: MonotonicInstant) -> MonotonicInstant? {
    guard case .times(let factor) = self else { return nil }
    // An instant beyond the clock's end is treated as the end.
    return start.advanced(by: .seconds(Double(instant.nanoseconds) / 1e9 / factor))
  }

  /// Returns the streams' clock at a date of the machine's, in whole milliseconds, rounded down;
  /// nil if it is not bound to it.
  func instant(at date: MonotonicInstant, startingAt start: MonotonicInstant) -> MonotonicInstant? {
    guard case .times(let factor) = self else { return nil }
    let seconds = Double(start.distance(to: date).nanoseconds) / 1e9 * factor
    return MonotonicInstant(nanoseconds: 0).advanced(
      by: .seconds((seconds * 1_000).rounded(.down) / 1_000))
  }
}
