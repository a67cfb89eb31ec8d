/// How far a track has come: its sums from the beginning to a fix.
///
///     let climb = statistics.progress.since(start).climb  // metres
public struct TrackProgress: Hashable, Sendable {
  /// The way, metres.
  public var distance = 0.0
  /// The time, pauses included; none between tracks.
  public var elapsed = Duration.zero
  /// The time in which it moved.
  public var moving = Duration.zero
  /// Metres climbed.
  public var climb = 0.0
  /// Metres descended.
  public var descent = 0.0

  /// Makes the sums of no way.
  public init() {}

  /// Adds the sums of another track.
  public mutating func add(_ other: TrackProgress) {
    distance += other.distance
    elapsed += other.elapsed
    moving += other.moving
    climb += other.climb
    descent += other.descent
  }

  /// The sums from an earlier place on; none is below zero.
  public func since(_ earlier: TrackProgress) -> TrackProgress {
    var part = TrackProgress()
    part.distance = max(0, distance - earlier.distance)
    part.elapsed = max(.zero, elapsed - earlier.elapsed)
    part.moving = min(part.elapsed, max(.zero, moving - earlier.moving))
    part.climb = max(0, climb - earlier.climb)
    part.descent = max(0, descent - earlier.descent)
    return part
  }

  /// The sums at a place on the way to a later one, all growing evenly.
  ///
  /// - Parameter part: The part of the way, 0…1.
  func advanced(by part: Double, towards later: TrackProgress) -> TrackProgress {
    func between(_ start: Duration, _ end: Duration) -> Duration {
      start + .nanoseconds(Int64((Double((end - start).nanoseconds) * part).rounded()))
    }
    var place = self
    place.distance += (later.distance - distance) * part
    place.elapsed = between(elapsed, later.elapsed)
    place.moving = between(moving, later.moving)
    place.climb += (later.climb - climb) * part
    place.descent += (later.descent - descent) * part
    return place
  }

  /// Metres per second while it moved; nil where it did not.
  public var meanMovingSpeed: Double? {
    moving > .zero ? distance / moving.inSeconds : nil
  }
}

extension TrackStatistics {
  /// The sums so far.
  public var progress: TrackProgress {
    var progress = TrackProgress()
    progress.distance = distance
    progress.elapsed = elapsed ?? .zero
    progress.moving = movingTime
    progress.climb = climb
    progress.descent = descent
    return progress
  }
}
