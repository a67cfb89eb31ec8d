extension TrackSnapshot {
  /// The rate of climb, metres per second; positive is upwards.
  ///
  /// The slope of the line that best fits the heights of the last ten seconds; nil if fewer than
  /// three fixes, or less than three seconds, have a height.
  package var climbRate: Double? {
    guard let now = recentFixes.last?.timestamp else { return nil }
    var points: [(time: Double, height: Double)] = []
    for fix in recentFixes.reversed() {
      guard let time = fix.timestamp, let height = fix.altitude ?? fix.ellipsoidalAltitude,
        height.isFinite
      else { continue }
      let age = time.duration(to: now)
      guard age >= .zero, age <= .seconds(10), points.count < 256 else { break }
      points.append((-age.inSeconds, height))
    }
    guard points.count >= 3, let first = points.last, -first.time >= 3 else { return nil }
    let count = Double(points.count)
    let middle = points.reduce(0) { $0 + $1.time } / count
    let mean = points.reduce(0) { $0 + $1.height } / count
    let (above, below) = points.reduce((0.0, 0.0)) { sums, point in
      let time = point.time - middle
      return (sums.0 + time * (point.height - mean), sums.1 + time * time)
    }
    return below > 0 ? above / below : nil
  }
}
