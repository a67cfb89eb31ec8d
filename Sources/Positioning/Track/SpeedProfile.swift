/// The greatest speeds of a track over time, in bounded memory however long the track.
///
///     var profile = SpeedProfile()
///     profile.add(3.1, at: .seconds(10))
///     profile.add(3.4, at: .seconds(12))
///     profile.values == [3.1, nil, 3.4]  // true: one for each second of the log
///
/// The time since the first epoch is divided into buckets of equal length. If there are more
/// buckets than the capacity, their length doubles: each pair becomes one that keeps the greater
/// speed, so peaks are never lost. A bucket without any speed is nil.
///
/// A clock that goes back within the profile's time fills the buckets of that time. If it goes back
/// to before the beginning, it was set: the profile then continues from its latest time.
package struct SpeedProfile: Hashable, Sendable {
  /// The maximum number of buckets, at least 2.
  package let capacity: Int
  /// The greatest speed of each bucket from the beginning on, metres per second, or nil.
  package private(set) var values: [Double?] = []
  /// The length of a bucket, nanoseconds.
  private var bucketLength: Int64
  /// The clock at the beginning, nanoseconds.
  private var origin: Int64 = 0
  /// The latest time since the beginning, nanoseconds.
  private var elapsed: Int64 = 0

  /// Makes an empty profile.
  ///
  /// - Parameters:
  ///   - capacity: The maximum number of buckets.
  ///   - bucketDuration: The initial length of a bucket, at least a microsecond.
  package init(capacity: Int = 240, bucketDuration: Duration = .seconds(1)) {
    self.capacity = max(2, capacity)
    bucketLength = max(1000, bucketDuration.nanoseconds)
  }

  /// The length of a bucket; it doubles as the track grows.
  package var bucketDuration: Duration { .nanoseconds(bucketLength) }

  /// Adds an epoch's speed, or nil, at its time on the source's clock.
  ///
  /// O(1), averaged over many; never more than the capacity, however far the clock jumps. A speed
  /// that is negative or not finite counts as nil.
  package mutating func add(_ speed: Double?, at clock: Duration) {
    let bucket = bucket(at: clock.nanoseconds)
    while values.count <= bucket { values.append(nil) }
    guard let speed, speed.isFinite, speed >= 0 else { return }
    values[bucket] = max(values[bucket] ?? speed, speed)
  }

  /// The bucket of a time on the source's clock; nil if it is before the first or after the last.
  package func index(at clock: Duration) -> Int? {
    let (time, overflows) = clock.nanoseconds.subtractingReportingOverflow(origin)
    guard !values.isEmpty, !overflows, time >= 0 else { return nil }
    let index = time / bucketLength
    return index < Int64(values.count) ? Int(index) : nil
  }

  /// The bucket of a time, after making room for it.
  private mutating func bucket(at clock: Int64) -> Int {
    if values.isEmpty { origin = clock }
    // The clock was set back: continue from the latest time.
    if clock < origin { origin = clock.subtractingReportingOverflow(elapsed).partialValue }
    let (time, overflows) = clock.subtractingReportingOverflow(origin)
    let since = overflows ? .max : time
    elapsed = max(elapsed, since)
    if since / bucketLength >= Int64(capacity) { widen(toHold: since) }
    return Int(since / bucketLength)
  }

  /// Doubles the length of buckets until they reach a time, and merges them in one pass.
  private mutating func widen(toHold time: Int64) {
    var factor = 1
    while time / bucketLength >= Int64(capacity) {
      bucketLength =
        bucketLength.multipliedReportingOverflow(by: 2).overflow ? .max : bucketLength * 2
      factor *= 2
    }
    var merged: [Double?] = []
    merged.reserveCapacity(capacity)
    for (index, value) in values.enumerated() {
      if index / factor == merged.count { merged.append(nil) }
      guard let value else { continue }
      merged[index / factor] = max(merged[index / factor] ?? value, value)
    }
    values = merged
  }
}
