/// How fast the height changes, from the latest fixes.
enum ClimbRate {
  /// The time that the latest fixes are looked at.
  private static let window = Duration.seconds(10)
  /// The least time that says anything.
  private static let least = Duration.seconds(3)

  /// Metres per second, above zero upwards: the slope of the line that fits the heights of the last
  /// ten seconds best; nil where fewer than three fixes, or less than three seconds, say a height.
  static func value(of fixes: some BidirectionalCollection<Location>) -> Double? {
    guard let now = fixes.last?.timestamp else { return nil }
    var points: [(time: Double, height: Double)] = []
    for fix in fixes.reversed() {
      guard let time = fix.timestamp, let height = fix.altitude ?? fix.ellipsoidalAltitude,
        height.isFinite
      else { continue }
      let age = time.duration(to: now)
      guard age >= .zero, age <= window, points.count < 256 else { break }
      points.append((-age.inSeconds, height))
    }
    guard points.count >= 3, let first = points.last, -first.time >= least.inSeconds else {
      return nil
    }
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

extension TrackSnapshot {
  /// Metres per second, above zero upwards, by the heights of the last ten seconds; nil where these
  /// do not say it.
  public var climbRate: Double? { ClimbRate.value(of: recentFixes) }
}
