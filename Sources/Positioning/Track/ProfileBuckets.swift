/// The time of a track cut into buckets of equal length, in bounded number however long the track.
///
/// When there are more than the capacity, their length doubles and each two become one, in which
/// the greater value stays: so peaks are never lost. A bucket without any value is nil.
///
/// A clock that goes back within the time so far fills the buckets of that time. One that goes back
/// behind the beginning was set anew: the buckets then go on where they had come to.
struct ProfileBuckets: Hashable, Sendable {
  let capacity: Int
  private(set) var values: [Double?] = []
  /// The length of a bucket, nanoseconds.
  private(set) var bucketLength: Int64

  /// The clock at the beginning, nanoseconds.
  private var origin: Int64 = 0
  /// The latest time since the beginning, nanoseconds.
  private var elapsed: Int64 = 0

  init(capacity: Int, bucketDuration: Duration) {
    self.capacity = max(2, capacity)
    bucketLength = max(1000, bucketDuration.nanoseconds)
  }

  /// Takes in a value, nil for none, by its time on the source's clock.
  ///
  /// O(1), averaged over many; never more than the capacity, however far the clock leaps.
  mutating func add(_ value: Double?, at clock: Duration) {
    let bucket = bucket(at: clock.nanoseconds)
    while values.count <= bucket { values.append(nil) }
    if let value { values[bucket] = max(values[bucket] ?? value, value) }
  }

  /// The bucket of a time on the source's clock; nil for one before the first or behind the last.
  func index(at clock: Duration) -> Int? {
    let (time, overflows) = clock.nanoseconds.subtractingReportingOverflow(origin)
    guard !values.isEmpty, !overflows, time >= 0 else { return nil }
    let index = time / bucketLength
    return index < Int64(values.count) ? Int(index) : nil
  }

  /// The bucket of a time, after making room for it.
  private mutating func bucket(at clock: Int64) -> Int {
    if values.isEmpty { origin = clock }
    // The clock was set back: it goes on from the latest time.
    if clock < origin { origin = clock.subtractingReportingOverflow(elapsed).partialValue }
    let (time, overflows) = clock.subtractingReportingOverflow(origin)
    let since = overflows ? .max : time
    elapsed = max(elapsed, since)
    if since / bucketLength >= Int64(capacity) { widen(toHold: since) }
    return Int(since / bucketLength)
  }

  /// Doubles the length of buckets until there are few enough up to a time, and merges them in one
  /// go.
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
