/// The points within a radius of a centre, on the ellipsoid.
public struct CircularRegion: Hashable, Sendable {
  /// Its name, for the caller's use.
  public var name: String
  /// The centre.
  public var center: Coordinate
  /// The radius, metres.
  public var radius: Double

  /// Makes a region.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - center: The centre.
  ///   - radius: The radius, metres.
  public init(name: String = "", center: Coordinate, radius: Double) {
    (self.name, self.center, self.radius) = (name, center, radius)
  }

  /// Returns true if a point is inside or on the edge; false if its coordinate is invalid.
  public func contains(_ coordinate: Coordinate) -> Bool {
    center.stepDistance(to: coordinate) <= radius
  }
}

/// A receiver's entry into, exit from or stay in a region.
public enum RegionEvent: Hashable, Sendable {
  /// The receiver has entered the region.
  case entered
  /// The receiver has left the region.
  case exited
  /// The receiver has stayed inside for the requested time.
  case dwelt
}
