extension Location {
  /// The number of meaningful decimals of its heights in metres, 0…3.
  ///
  /// Depends on the vertical accuracy if it is known, or else on the quality of the fix.
  package var heightDecimals: Int {
    if let verticalAccuracy { return Self.decimals(of: verticalAccuracy) }
    switch fix {
    case .rtk: return 2
    case .floatRTK: return 1
    default: return 0
    }
  }

  /// The number of decimals of a value with an accuracy in metres: none from half a metre on, one
  /// from half a decimetre on, and so on to three.
  private static func decimals(of accuracy: Double) -> Int {
    if accuracy >= 0.5 { return 0 }
    if accuracy >= 0.05 { return 1 }
    return accuracy >= 0.005 ? 2 : 3
  }
}

extension TrackStatistics {
  /// The number of meaningful decimals of ``climb`` and ``descent``: none if the climb threshold is
  /// a metre or more.
  package var climbDecimals: Int { climbThreshold >= 1 ? 0 : 1 }
}
