/// The shortest path between two points on the WGS-84 ellipsoid: its length and its bearings.
///
///     let wellington = Coordinate(latitude: -41.32, longitude: 174.81)
///     let salamanca = Coordinate(latitude: 40.96, longitude: -5.50)
///     Geodesic(from: wellington, to: salamanca).distance  // 19959679.267 m
///
/// The longitude on the auxiliary sphere is found by iteration, as Vincenty does, with the series
/// of Karney (Journal of Geodesy 87, 2013, 43–55): within 40 nm for every pair of points. Near the
/// antipode, where that does not converge, the path is found through its midpoint.
///
/// If a coordinate is invalid, all three values are not a number.
public struct Geodesic: Hashable, Sendable {
  /// Length, metres, 0…20,003,932.
  public let distance: Double
  /// Bearing at the start, degrees clockwise from true north in 0..<360; 0 for equal points.
  public let initialBearing: Double
  /// Bearing on arrival, degrees clockwise from true north in 0..<360; 0 for equal points.
  public let finalBearing: Double

  /// Finds the shortest path from one point to another.
  ///
  /// If several paths are equally short, such as from pole to pole, always returns the same one.
  /// Takes about a microsecond, or a millisecond near the antipode.
  public init(from start: Coordinate, to end: Coordinate) {
    guard start.isValid, end.isValid else {
      (distance, initialBearing, finalBearing) = (.nan, .nan, .nan)
      return
    }
    // Use a fixed order, to make both directions equally long.
    let isSwapped = (end.latitude, end.longitude) < (start.latitude, start.longitude)
    let (from, to) = isSwapped ? (end, start) : (start, end)
    let path = Self.path(from: from, to: to) ?? Self.pathByMiddle(from: from, to: to)
    distance = path.length
    guard path.length > 0 else {
      (initialBearing, finalBearing) = (0, 0)
      return
    }
    func bearing(_ degrees: Double) -> Double {
      compassBearing(degrees: degrees.remainder(dividingBy: 360))
    }
    initialBearing = bearing(isSwapped ? path.last + 180 : path.first)
    finalBearing = bearing(isSwapped ? path.first + 180 : path.last)
  }

  /// A length in metres, and the bearings at both ends in degrees.
  private typealias Path = (length: Double, first: Double, last: Double)

  /// Iterates the longitude on the sphere until it matches the one on the ellipsoid, eq. 8; nil if
  /// that does not converge.
  private static func path(from start: Coordinate, to end: Coordinate) -> Path? {
    let turn = (end.longitude - start.longitude).remainder(dividingBy: 360)
    let side = turn < 0 ? -180 / Double.pi : 180 / Double.pi
    let (near, far) = (
      SineCosine(reducedLatitude: start.latitude), SineCosine(reducedLatitude: end.latitude)
    )
    let longitude = abs(turn) * .pi / 180
    var omega = longitude
    for _ in 0..<60 {
      let sphere = SineCosine(radians: omega)
      let first = SineCosine(
        sin: far.cos * sphere.sin, cos: near.cos * far.sin - near.sin * far.cos * sphere.cos)
      let arc = SineCosine(
        sin: hypotenuse(first.sin, first.cos),
        cos: near.sin * far.sin + near.cos * far.cos * sphere.cos)
      guard arc.sin > 0 else { return (0, 0, 0) }
      let line = GeodesicLine(latitude: near, azimuth: first.normalized)
      let next = longitude + line.shortfall(ofArc: arc.radians)
      let change = abs(next - omega)
      omega = next
      guard omega <= .pi else { return nil }
      guard change < 1e-15 else { continue }
      let last = SineCosine(
        sin: near.cos * sphere.sin, cos: near.cos * far.sin * sphere.cos - near.sin * far.cos)
      return (line.length(ofArc: arc.radians), first.radians * side, last.radians * side)
    }
    return nil
  }

  /// Finds the path between nearly opposite points: a quarter of the globe along some bearing, and
  /// the rest from there, without a bend at the join.
  private static func pathByMiddle(from start: Coordinate, to end: Coordinate) -> Path {
    let quarter = 10_001_965.729
    func path(_ bearing: Double) -> (length: Double, bend: Double, last: Double) {
      let middle = GeodesicLine(from: start, bearing: bearing).position(at: quarter)
      guard let rest = Self.path(from: middle.coordinate, to: end) else { return (.infinity, 0, 0) }
      let bend = (rest.first - middle.bearing).remainder(dividingBy: 360)
      return (quarter + rest.length, bend, rest.last)
    }
    let lengths = stride(from: 0.0, to: 360, by: 5).map { (bearing: $0, length: path($0).length) }
    let nearest = lengths.min { $0.length < $1.length }?.bearing ?? 0
    var (low, high) = (nearest - 5, nearest + 5)
    let bendsRight = path(low).bend > 0
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if (path(middle).bend > 0) == bendsRight { low = middle } else { high = middle }
    }
    let found = path(low)
    return (found.length, low, found.last)
  }
}
