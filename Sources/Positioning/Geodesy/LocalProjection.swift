/// A point of a plane that touches the Earth, in metres from its origin.
public struct PlanePoint: Hashable, Sendable {
  /// Metres to the east.
  public var east: Double
  /// Metres to the north.
  public var north: Double

  /// Makes a point from metres east and metres north.
  public init(east: Double, north: Double) { (self.east, self.north) = (east, north) }
}

/// A map of the surroundings of a point, in metres east and north of it.
///
///     let map = LocalProjection(origin: Coordinate(latitude: 59.33, longitude: 18.06))
///     map.point(Coordinate(latitude: 59.34, longitude: 18.06))  // east 0, north 1114
///
/// Equirectangular: degrees times the ellipsoid's radii of curvature at the origin, the longitude
/// also times cos φ. At 60° of latitude, distances from the origin have a relative error of up to
/// 5e-4 at 10 km; it is proportional to the distance and to tan φ, since the parallels get shorter
/// toward the pole. Good enough for drawing, but not for summing. Longitudes are measured the short
/// way round, so a track may cross the date line.
public struct LocalProjection: Hashable, Sendable {
  /// The coordinate that maps to zero.
  public let origin: Coordinate
  /// Metres per degree of longitude at the origin.
  package let metresPerDegreeEast: Double
  /// Metres per degree of latitude at the origin.
  package let metresPerDegreeNorth: Double

  /// Makes the projection around a point.
  ///
  /// At a pole, where a degree of longitude has no length, 0.01% of its length at the equator is
  /// used to keep the inverse finite.
  public init(origin: Coordinate) {
    let latitude = SineCosine(degrees: origin.latitude)
    self.origin = origin
    let radii = RadiiOfCurvature(sineOfLatitude: latitude.sin)
    metresPerDegreeNorth = radii.meridian * .pi / 180
    metresPerDegreeEast = radii.primeVertical * max(latitude.cos, 1e-4) * .pi / 180
  }

  /// Returns the point of a coordinate on the plane.
  public func point(_ coordinate: Coordinate) -> PlanePoint {
    let longitude = (coordinate.longitude - origin.longitude).remainder(dividingBy: 360)
    return PlanePoint(
      east: longitude * metresPerDegreeEast,
      north: (coordinate.latitude - origin.latitude) * metresPerDegreeNorth)
  }

  /// The coordinate of a point on the plane; latitudes beyond a pole stop there.
  public func coordinate(_ point: PlanePoint) -> Coordinate {
    let latitude = origin.latitude + point.north / metresPerDegreeNorth
    return Coordinate(
      latitude: min(90, max(-90, latitude)),
      longitude: (origin.longitude + point.east / metresPerDegreeEast).remainder(dividingBy: 360))
  }
}
