/// Passes a location on only if it is far enough from the last one that passed.
///
///     var filter = DistanceFilter(minimumDistance: 1)
///     let shown = walk.filter { filter.passes($0) }  // steps of 0.9 m: every second fix
///
/// It compares with the last location that passed, not with the last one it saw: a slow walk
/// therefore shows, though no single step reaches the distance.
public struct DistanceFilter: Hashable, Sendable {
  /// Metres that a location must lie from the last one let through; at most zero lets all through.
  package var minimumDistance: Double
  /// The last location that passed; nil before the first.
  package private(set) var lastPassed: Location?

  /// Makes a filter that has let nothing through yet.
  public init(minimumDistance: Double) { self.minimumDistance = minimumDistance }

  /// Returns true if a location passes; it then becomes the one to compare with. O(1).
  ///
  /// The first valid location passes. One whose coordinate is not valid never does.
  public mutating func passes(_ location: Location) -> Bool {
    guard location.coordinate.isValid else { return false }
    if let lastPassed, minimumDistance > 0 {
      let distance = lastPassed.coordinate.stepDistance(to: location.coordinate)
      guard distance >= minimumDistance else { return false }
    }
    lastPassed = location
    return true
  }

  /// Forgets the last location, so that the next valid one passes.
  package mutating func reset() { lastPassed = nil }
}
