/// Passes a location on only if it is far enough from the last one that it passed.
///
///     var filter = DistanceFilter(minimumDistance: 1)
///     let shown = walk.filter { filter.passes($0) }  // steps of 0.9 m: every second fix
///
/// It compares with the last location that passed, not with the last one it received: a slow walk
/// is therefore visible, although no single step reaches the distance.
public struct DistanceFilter: Hashable, Sendable {
  /// The least distance from the last location that passed, metres; if zero or less, all pass.
  package var minimumDistance: Double
  /// The last location that passed; nil before the first.
  package private(set) var lastPassed: Location?

  /// Makes a filter that has passed no location yet.
  public init(minimumDistance: Double) { self.minimumDistance = minimumDistance }

  /// Returns true if a location passes; later ones are then compared with it. O(1).
  ///
  /// The first valid location passes. A location whose coordinate is invalid never does.
  public mutating func passes(_ location: Location) -> Bool {
    guard location.coordinate.isValid else { return false }
    if let lastPassed, minimumDistance > 0 {
      let distance = lastPassed.coordinate.stepDistance(to: location.coordinate)
      guard distance >= minimumDistance else { return false }
    }
    lastPassed = location
    return true
  }

  /// Forgets the last location: the next valid one passes.
  package mutating func reset() { lastPassed = nil }
}
