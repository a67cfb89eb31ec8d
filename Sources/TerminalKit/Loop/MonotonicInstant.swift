#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A moment on the machine's monotonic clock, in nanoseconds since an arbitrary start.
///
/// It never jumps when the wall clock is set and stands still while the machine sleeps, as the
/// waiting of `poll(2)` does.
public struct MonotonicInstant: Hashable, Comparable, Sendable {
  public var nanoseconds: Int64

  /// Makes a MonotonicInstant of its parts.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  public static var now: MonotonicInstant {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }

  public static func < (a: MonotonicInstant, b: MonotonicInstant) -> Bool {
    a.nanoseconds < b.nanoseconds
  }

  /// The instant `nanoseconds` later, at most the last one that can be expressed.
  public func advanced(byNanoseconds nanoseconds: Int64) -> MonotonicInstant {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return MonotonicInstant(nanoseconds: overflow ? (nanoseconds > 0 ? .max : .min) : sum)
  }

  /// The instant `milliseconds` later.
  public func advanced(byMilliseconds milliseconds: Int64) -> MonotonicInstant {
    advanced(byNanoseconds: milliseconds * 1_000_000)
  }
}
