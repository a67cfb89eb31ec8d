extension Location {
  /// The number of decimals of its heights in metres that mean anything, 0…3.
  ///
  /// By the vertical accuracy if it is known, else by how the position was found.
  package var heightDecimals: Int {
    if let verticalAccuracy { return Self.decimals(of: verticalAccuracy) }
    switch fix {
    case .rtk: return 2
    case .floatRTK: return 1
    default: return 0
    }
  }

  /// The number of decimals of a value that is known to that many metres: none from half a metre
  /// on, one from half a decimetre on, and so on to three.
  private static func decimals(of accuracy: Double) -> Int {
    if accuracy >= 0.5 { return 0 }
    if accuracy >= 0.05 { return 1 }
    return accuracy >= 0.005 ? 2 : 3
  }
}

extension TrackStatistics {
  /// The number of decimals of ``climb`` and ``descent`` that mean anything: none if the threshold
  /// of a climb is a metre or more.
  package var climbDecimals: Int { climbThreshold >= 1 ? 0 : 1 }
}
