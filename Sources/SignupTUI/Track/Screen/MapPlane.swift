/// The plane of a map: metres east and north of its origin.
///
/// Up to 80° of latitude it is equirectangular, as in `LocalProjection`. Nearer to a pole that
/// would draw a degree of longitude as wide as at the origin, so distance and direction from the
/// pole are used (azimuthal equidistant). Lengths are then equal in every direction, but north is
/// up only at the origin.
struct MapPlane: Equatable {
  let origin: Coordinate
  private let local: LocalProjection
  private let isPolar: Bool

  /// From this latitude on, the pole is the plane's centre.
  private static let polarLatitude = 80.0

  init(origin: Coordinate) {
    self.origin = origin
    local = LocalProjection(origin: origin)
    isPolar = abs(origin.latitude) > Self.polarLatitude
  }

  /// Returns the point of a coordinate on the plane.
  func point(_ coordinate: Coordinate) -> PlanePoint {
    guard isPolar else { return local.point(coordinate) }
    let length = distance(coordinate.latitude)
    let angle = (coordinate.longitude - origin.longitude) * .pi / 180
    return PlanePoint(
      east: length * sin(angle), north: side * (distance(origin.latitude) - length * cos(angle)))
  }

  /// The coordinate of a point on the plane.
  func coordinate(_ point: PlanePoint) -> Coordinate {
    guard isPolar else { return local.coordinate(point) }
    let south = distance(origin.latitude) - side * point.north
    let length = (point.east * point.east + south * south).squareRoot()
    let angle = atan2(point.east, south) * 180 / .pi
    return Coordinate(
      latitude: side * max(-90, 90 - length / local.metresPerDegreeNorth),
      longitude: (origin.longitude + angle).remainder(dividingBy: 360))
  }

  /// The part of the plane that a box covers.
  func extent(of bounds: CoordinateBounds) -> (middle: PlanePoint, width: Double, height: Double) {
    guard isPolar else {
      return (
        PlanePoint(east: 0, north: 0), bounds.longitudeSpan * local.metresPerDegreeEast,
        bounds.latitudeSpan * local.metresPerDegreeNorth
      )
    }
    // The edges are arcs around the pole.
    let points = (0...72).flatMap { step in
      [bounds.south, bounds.north].map { latitude in
        point(
          Coordinate(
            latitude: latitude, longitude: bounds.west + bounds.longitudeSpan * Double(step) / 72))
      }
    }
    let (east, north) = (points.map(\.east), points.map(\.north))
    let (left, right) = (east.min() ?? 0, east.max() ?? 0)
    let (bottom, top) = (north.min() ?? 0, north.max() ?? 0)
    return (
      PlanePoint(east: (left + right) / 2, north: (bottom + top) / 2), right - left, top - bottom
    )
  }

  /// 1 in the north, -1 in the south.
  private var side: Double { origin.latitude < 0 ? -1 : 1 }

  /// Metres from the pole to a latitude.
  private func distance(_ latitude: Double) -> Double {
    (90 - side * latitude) * local.metresPerDegreeNorth
  }
}
