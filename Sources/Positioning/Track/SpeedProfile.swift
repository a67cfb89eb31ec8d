/// The greatest speeds of a track along its time, in bounded memory however long the track.
///
///     var profile = SpeedProfile()
///     profile.add(3.1, at: .seconds(10))
///     profile.add(3.4, at: .seconds(12))
///     profile.values == [3.1, nil, 3.4]  // true: one for each second of the log
///
/// The time from the first epoch on is cut into buckets of equal length. When there are more than
/// the capacity, their length doubles and each two become one that keeps the greater speed, so
/// peaks are never lost. A bucket without any speed is nil.
///
/// A clock that goes back within the profile's time fills the buckets of that time. One that goes
/// back behind the beginning was set anew: the profile then goes on where it had come to.
public struct SpeedProfile: Hashable, Sendable {
  private var buckets: ProfileBuckets

  /// Makes a profile of nothing.
  ///
  /// - Parameters:
  ///   - capacity: The greatest number of buckets.
  ///   - bucketDuration: What a bucket covers at first, at least a microsecond.
  public init(capacity: Int = 240, bucketDuration: Duration = .seconds(1)) {
    buckets = ProfileBuckets(capacity: capacity, bucketDuration: bucketDuration)
  }

  /// The greatest number of buckets, at least 2.
  public var capacity: Int { buckets.capacity }
  /// The greatest speed of each bucket from the beginning to now, metres per second; nil where
  /// there was none.
  public var values: [Double?] { buckets.values }
  /// The time that a bucket covers; it doubles as the track grows.
  public var bucketDuration: Duration { .nanoseconds(buckets.bucketLength) }

  /// Takes in an epoch's speed, nil for none, by its time on the source's clock.
  ///
  /// O(1), averaged over many; never more than the capacity, however far the clock leaps. A speed
  /// that is negative or not finite counts as none.
  public mutating func add(_ speed: Double?, at clock: Duration) {
    buckets.add(speed.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }, at: clock)
  }

  /// The bucket of a time on the source's clock; nil for one before the first or behind the last.
  public func index(at clock: Duration) -> Int? { buckets.index(at: clock) }
}
