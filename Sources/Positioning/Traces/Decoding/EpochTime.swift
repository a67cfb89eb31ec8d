/// The time of an epoch, from which the interval between two is found.
struct EpochTime: Hashable, Sendable {
  /// Nanoseconds since 1970; nil if the source has no date.
  var instant: Int64?
  /// Nanoseconds since midnight or, if a table counts from zero, since its start.
  var ofDay: Int64?

  /// True if the epoch has a time.
  @inline(__always) var isKnown: Bool { instant != nil || ofDay != nil }

  /// The nanoseconds to a later time; nil if either is unknown.
  ///
  /// Without dates the result is reduced modulo 24 hours to -12…12 hours.
  @inline(__always) func interval(to later: EpochTime) -> Int64? {
    if let instant, let end = later.instant { return end.subtractingSaturated(instant) }
    guard let ofDay, let end = later.ofDay else { return nil }
    let (day, half) = (Timestamp.nanosecondsPerDay, Timestamp.nanosecondsPerDay / 2)
    let difference = end.subtractingSaturated(ofDay) % day
    if difference > half { return difference - day }
    return difference < -half ? difference + day : difference
  }
}
