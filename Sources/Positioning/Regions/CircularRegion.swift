/// The points within a radius of a centre, on the ellipsoid.
public struct CircularRegion: Hashable, Sendable {
  /// Its name; not looked at.
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

  /// Returns true if a point lies within, or on the edge; false for coordinates that are not valid.
  public func contains(_ coordinate: Coordinate) -> Bool {
    center.stepDistance(to: coordinate) <= radius
  }
}

/// A change between a receiver and a region.
public enum RegionEvent: Hashable, Sendable {
  /// It has come in.
  case entered
  /// It has gone out.
  case exited
  /// It has been inside for the time that was asked for.
  case dwelt
}
