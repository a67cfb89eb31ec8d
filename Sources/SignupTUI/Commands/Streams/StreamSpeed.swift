#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif
import ReactiveExtras

/// How fast the time of streams passes.
enum StreamSpeed: Equatable, Sendable {
  /// So many seconds in one.
  case times(Double)
  /// As fast as the machine can.
  case max

  /// What may be given on a command line.
  static let noun = "a number from 0.001 to 1000, or max"

  /// Reads `2.5` or `max`; nil where it is neither or out of range.
  init?(_ text: String) {
    if text == "max" {
      self = .max
    } else if let factor = Double(text), (0.001...1000).contains(factor) {
      self = .times(factor)
    } else {
      return nil
    }
  }

  /// A wait for instants of the streams' clock, which begins at an instant of the machine's; nil
  /// where nothing is waited for.
  func clock(startingAt start: MonotonicInstant) -> ((MonotonicInstant) -> Void)? {
    guard case .times(let factor) = self else { return nil }
    return { instant in
      let seconds = Double(instant.nanoseconds) / 1e9 / factor
      // What lies beyond the clock's end comes with it.
      let date = start.advanced(by: .seconds(seconds))
      // A sleep ends early when the process was stopped and goes on.
      while case let left = MonotonicInstant.now.distance(to: date).nanoseconds, left > 0 {
        var rest = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
        nanosleep(&rest, nil)
      }
    }
  }
}
