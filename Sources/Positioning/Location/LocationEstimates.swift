/// Estimates for values of a location that its source did not report.
extension Location {
  /// The speed below which a course is noise: a tenth of a metre in a second.
  package static let standingSpeed = 0.1

  /// The course to show: nil while the receiver is stationary, since the course is noise then.
  ///
  /// A location keeps the recorded course; this one is for display. If the speed is unknown, the
  /// course is returned as it is.
  public var shownCourse: Double? {
    if let speed, speed < Location.standingSpeed { return nil }
    return course
  }

  /// The user equivalent range error that estimates assume, metres: one standard deviation of the
  /// measured distance to a satellite, for a single-frequency receiver under open sky.
  package static let userRangeError = 3.0

  /// The radius of uncertainty to show, metres: what the source reports, or else an estimate.
  ///
  /// The estimate is the horizontal dilution times `userRangeError`. It is nil for fixes that are
  /// not computed from code ranges alone: real-time kinematic, dead reckoning, entered by hand,
  /// simulated. If ``horizontalAccuracy`` is nil, a view must label the value as an estimate; do
  /// not write it to a file as if it had been recorded.
  public var estimatedHorizontalAccuracy: Double? { horizontalAccuracy ?? estimate(hdop) }

  /// The uncertainty of the height to show, metres: what the source reports, or else the vertical
  /// dilution times `userRangeError`, as with ``estimatedHorizontalAccuracy``.
  public var estimatedVerticalAccuracy: Double? { verticalAccuracy ?? estimate(vdop) }

  private func estimate(_ dilution: Double?) -> Double? {
    switch fix {
    case .unknown, .gps, .dgps, .pps: dilution.map { $0 * Location.userRangeError }
    case .invalid, .rtk, .floatRTK, .estimated, .manual, .simulated: nil
    }
  }
}
