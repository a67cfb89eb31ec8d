/// The shortest path between two points on the WGS-84 ellipsoid: its length and its bearings.
///
///     let wellington = Coordinate(latitude: -41.32, longitude: 174.81)
///     let salamanca = Coordinate(latitude: 40.96, longitude: -5.50)
///     Geodesic(from: wellington, to: salamanca).distance  // 19959679.267 m
///
/// The solution of the inverse problem by Karney (Journal of Geodesy 87, 2013, 43–55), within 25 nm
/// for every pair of points. It converges near the antipode too, where Vincenty's does not.
///
/// With a coordinate that is not valid all three values are not a number.
public struct Geodesic: Hashable, Sendable {
  /// Length, metres, 0…20,003,932.
  public let distance: Double
  /// Bearing at the start, degrees clockwise from true north in 0..<360; 0 for equal points.
  public let initialBearing: Double
  /// Bearing on arrival, degrees clockwise from true north in 0..<360; 0 for equal points.
  public let finalBearing: Double

  /// Finds the shortest path from one point to another.
  ///
  /// Where several are equally short (from pole to pole, say) one of them is returned, always the
  /// same. Takes about a microsecond.
  public init(from start: Coordinate, to end: Coordinate) {
    guard start.isValid, end.isValid else {
      self.init(distance: .nan, initialBearing: .nan, finalBearing: .nan)
      return
    }
    guard start != end else {
      self.init(distance: 0, initialBearing: 0, finalBearing: 0)
      return
    }
    // By symmetry only one case in eight needs solving: the end lies to the east, and the start is
    // in the south and at least as far from the equator as the end.
    let (difference, residue) = degreesDifference(from: start.longitude, to: end.longitude)
    let swapped = abs(start.latitude) < abs(end.latitude)
    let (far, near) =
      swapped ? (end.latitude, start.latitude) : (start.latitude, end.latitude)
    let mirrored = far > 0
    let problem = GeodesicProblem(
      farLatitude: mirrored ? -far : far, nearLatitude: mirrored ? -near : near,
      longitudeDifference: abs(difference), residue: difference < 0 ? -residue : residue)
    var (length, first, last) = problem.solve()
    guard length > 0 else {
      self.init(distance: 0, initialBearing: 0, finalBearing: 0)
      return
    }
    if swapped { (first, last) = (last, first) }
    func bearing(_ azimuth: SineCosine) -> Double {
      let oriented = SineCosine(
        sin: difference < 0 ? -azimuth.sin : azimuth.sin,
        cos: mirrored != swapped ? -azimuth.cos : azimuth.cos)
      return compassBearing(degrees: oriented.degrees)
    }
    self.init(
      distance: length * WGS84.polarRadius,
      initialBearing: bearing(first), finalBearing: bearing(last))
  }

  private init(distance: Double, initialBearing: Double, finalBearing: Double) {
    self.distance = distance
    self.initialBearing = initialBearing
    self.finalBearing = finalBearing
  }
}
