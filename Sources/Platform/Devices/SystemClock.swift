/// The system's clock.
package enum SystemClock {
  /// Returns the nanoseconds since 1970 in UTC.
  @Sendable package static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }
}
