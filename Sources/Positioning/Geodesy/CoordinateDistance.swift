extension Coordinate {
  /// The length of the shortest path to another point on the WGS-84 ellipsoid, metres.
  ///
  ///     let stockholm = Coordinate(latitude: 59.3303, longitude: 18.0580)
  ///     let gothenburg = Coordinate(latitude: 57.7089, longitude: 11.9746)
  ///     stockholm.distance(to: gothenburg)  // 397653 m
  ///
  /// Within 40 nm; not a number if either coordinate is invalid.
  public func distance(to other: Coordinate) -> Double { Geodesic(from: self, to: other).distance }

  /// The bearing at which the shortest path to another point starts, degrees in 0..<360.
  public func bearing(to other: Coordinate) -> Double {
    Geodesic(from: self, to: other).initialBearing
  }

  /// The point at a distance in metres from here along a bearing in degrees.
  public func destination(distance: Double, bearing: Double) -> Coordinate {
    GeodesicLine(from: self, bearing: bearing).position(at: distance).coordinate
  }

  /// The distance to a nearby point, as if the ellipsoid were flat between the two, metres.
  ///
  /// Pythagoras with the radii of curvature at the middle latitude. Its relative error grows with
  /// the square of the distance: up to 80° of latitude at most 4e-8 at 1 km and 4e-6 at 10 km, up
  /// to 85° at most 1.5e-7 at 1 km. Near the poles it is useless. Takes a tenth of the time of
  /// ``distance(to:)``.
  func flatDistance(to other: Coordinate) -> Double {
    let middle = (latitude + other.latitude) / 2 * .pi / 180
    let sine = radiansSine(middle)
    let cosine = (max(0, 1 - sine * sine)).squareRoot()
    let radii = RadiiOfCurvature(sineOfLatitude: sine)
    var turn = other.longitude - longitude
    if abs(turn) > 180 { turn = turn.remainder(dividingBy: 360) }
    let east = turn * .pi / 180
    let north = (other.latitude - latitude) * .pi / 180
    return hypotenuse(east * cosine * radii.primeVertical, north * radii.meridian)
  }

  /// The distance from one fix to the next, metres: flat if that is exact enough, else geodesic.
  ///
  /// Below 1 km and 85° of latitude the ellipsoid is treated as flat, with an error of at most 0.15
  /// mm over a kilometre and less than 5 nm over ten metres; otherwise this is ``distance(to:)``.
  /// Meant for summing a track fix by fix. Not a number if either coordinate is invalid.
  public func stepDistance(to other: Coordinate) -> Double {
    guard isValid, other.isValid else { return .nan }
    // Degrees are tested first, to avoid computing both forms for a distant pair.
    if abs(latitude) < 85, abs(latitude - other.latitude) < 0.009 {
      let flat = flatDistance(to: other)
      if flat < 1000 { return flat }
    }
    return distance(to: other)
  }
}

extension Location {
  /// The length of the shortest path to another location on the WGS-84 ellipsoid, metres.
  ///
  /// Ignores heights, as CoreLocation does. Not a number if either coordinate is invalid.
  public func distance(to other: Location) -> Double { coordinate.distance(to: other.coordinate) }
}
