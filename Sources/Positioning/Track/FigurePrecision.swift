extension Location {
  /// How many decimals of its heights in metres mean anything, 0…3.
  ///
  /// By the vertical accuracy where it is known, else by how the position was found.
  public var heightDecimals: Int {
    if let verticalAccuracy { return Self.decimals(of: verticalAccuracy) }
    switch fix {
    case .rtk: return 2
    case .floatRTK: return 1
    default: return 0
    }
  }

  /// How many decimals of its latitude and longitude in degrees mean anything, 5…8.
  ///
  /// Five are a metre, seven a centimetre.
  public var coordinateDecimals: Int {
    if let horizontalAccuracy { return 5 + Self.decimals(of: horizontalAccuracy) }
    switch fix {
    case .rtk: return 7
    case .floatRTK: return 6
    default: return 5
    }
  }

  /// How many decimals a figure has that is known to so many metres: none from a metre on, one from
  /// a decimetre on, and so on to three.
  private static func decimals(of accuracy: Double) -> Int {
    if accuracy >= 0.5 { return 0 }
    if accuracy >= 0.05 { return 1 }
    return accuracy >= 0.005 ? 2 : 3
  }
}

extension TrackStatistics {
  /// How many decimals of ``climb`` and ``descent`` mean anything: none as long as the threshold of
  /// a climb is a metre or more.
  public var climbDecimals: Int { climbThreshold >= 1 ? 0 : 1 }
}
