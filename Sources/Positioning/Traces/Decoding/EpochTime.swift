/// The time of an epoch, all that an interval between two is found from.
struct EpochTime: Hashable, Sendable {
  /// Nanoseconds since 1970; nil if the source says no date.
  var instant: Int64?
  /// Nanoseconds since midnight or, where a table counts from zero, since its start.
  var ofDay: Int64?

  /// True if the epoch says a time.
  @inline(__always) var isKnown: Bool { instant != nil || ofDay != nil }

  /// The nanoseconds to a later time; nil when either is not known.
  ///
  /// Without dates the answer is taken modulo 24 hours into -12…12 hours.
  @inline(__always) func interval(to later: EpochTime) -> Int64? {
    if let instant, let end = later.instant { return end.subtractingSaturated(instant) }
    guard let ofDay, let end = later.ofDay else { return nil }
    let (day, half) = (Timestamp.nanosecondsPerDay, Timestamp.nanosecondsPerDay / 2)
    let difference = end.subtractingSaturated(ofDay) % day
    if difference > half { return difference - day }
    return difference < -half ? difference + day : difference
  }
}
