/// The sums of a track from its beginning to a fix.
///
///     let climb = statistics.progress.since(start).climb  // metres
package struct TrackProgress: Hashable, Sendable {
  /// The distance, metres.
  package var distance = 0.0
  /// The time including pauses; zero between tracks.
  package var elapsed = Duration.zero
  /// The time spent moving.
  package var moving = Duration.zero
  /// Metres climbed.
  package var climb = 0.0
  /// Metres descended.
  package var descent = 0.0

  /// Makes sums of zero.
  package init() {}

  /// Returns these sums, each combined with the corresponding other one.
  private func combined(
    with other: TrackProgress, _ number: (Double, Double) -> Double,
    _ time: (Duration, Duration) -> Duration
  ) -> TrackProgress {
    var result = TrackProgress()
    result.distance = number(distance, other.distance)
    result.elapsed = time(elapsed, other.elapsed)
    result.moving = time(moving, other.moving)
    result.climb = number(climb, other.climb)
    result.descent = number(descent, other.descent)
    return result
  }

  /// Adds the sums of another track.
  package mutating func add(_ other: TrackProgress) {
    self = combined(with: other, { $0 + $1 }, { $0 + $1 })
  }

  /// Returns the sums since an earlier fix; none is negative.
  package func since(_ earlier: TrackProgress) -> TrackProgress {
    var part = combined(with: earlier, { max(0, $0 - $1) }, { max(.zero, $0 - $1) })
    part.moving = min(part.elapsed, part.moving)
    return part
  }

  /// Returns the sums at a point on the way to a later one, all growing evenly.
  ///
  /// - Parameter part: The part of the distance, 0…1.
  func advanced(by part: Double, towards later: TrackProgress) -> TrackProgress {
    combined(with: later, { $0 + ($1 - $0) * part }) { start, end in
      start + .nanoseconds(Int64((Double((end - start).nanoseconds) * part).rounded()))
    }
  }

  /// Metres per second while it moved; nil if it did not.
  package var meanMovingSpeed: Double? { moving > .zero ? distance / moving.inSeconds : nil }
}

extension TrackStatistics {
  /// The sums so far.
  package var progress: TrackProgress {
    var progress = TrackProgress()
    progress.distance = distance
    progress.elapsed = elapsed ?? .zero
    progress.moving = movingTime
    progress.climb = climb
    progress.descent = descent
    return progress
  }
}
