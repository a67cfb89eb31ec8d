import Platform

/// A point in the Universal Transverse Mercator grid.
///
///     UTMCoordinate(Coordinate(latitude: 59.3303, longitude: 18.058))!.description
///     // "34V 332632 6580529"
///
/// Uses Krüger's series to the fourth order, accurate to a micrometre up to the borders of a zone.
/// Includes the exceptions for the zones of Norway's coast and of Svalbard.
public struct UTMCoordinate: Hashable, Sendable, CustomStringConvertible {
  /// The zone, 1…60, six degrees of longitude wide.
  public let zone: Int
  /// The band of latitude, `C`…`X` without `I` and `O`; the northern half starts at `N`.
  package let band: Character
  /// Metres east of a line 500 km west of the zone's middle.
  package let easting: Double
  /// Metres north of the equator or, in the southern half, of a line 10,000 km south of it.
  package let northing: Double

  /// Finds the grid coordinates of a point; nil beyond 80° south or 84° north, where the grid ends.
  public init?(_ coordinate: Coordinate) {
    let latitude = coordinate.latitude
    guard coordinate.isValid, latitude >= -80, latitude <= 84 else { return nil }
    let zone = UTMCoordinate.zone(of: coordinate)
    let middle = Double(zone * 6 - 183)
    let offset = (coordinate.longitude - middle).remainder(dividingBy: 360)
    let (east, north) = UTMCoordinate.projected(latitude: latitude, longitude: offset)
    self.zone = zone
    band = Array("CDEFGHJKLMNPQRSTUVWX")[min(19, Int((latitude + 80) / 8))]
    easting = 500_000 + east
    northing = latitude < 0 ? 10_000_000 + north : north
  }

  private static func zone(of coordinate: Coordinate) -> Int {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude)
    let usual = Int(((longitude + 180) / 6).rounded(.down)) % 60 + 1
    if latitude >= 56, latitude < 64, longitude >= 3, longitude < 12 { return 32 }
    guard latitude >= 72, longitude >= 0, longitude < 42 else { return usual }
    if longitude < 9 { return 31 }
    if longitude < 21 { return 33 }
    return longitude < 33 ? 35 : 37
  }

  /// Metres east and north of a zone's middle on the equator, scaled by 0.9996.
  ///
  /// L. Krüger, "Konforme Abbildung des Erdellipsoids in der Ebene" (1912); the coefficients to the
  /// fourth order as in C. F. F. Karney, Journal of Geodesy 85 (2011), 475–485, eq. 35.
  private static func projected(
    latitude: Double, longitude: Double
  ) -> (east: Double, north: Double) {
    let phi = SineCosine(degrees: latitude)
    let lambda = SineCosine(degrees: longitude)
    let e = WGS84.eccentricitySquared.squareRoot()
    let tangent = phi.sin / phi.cos
    let sigma = sinh(e * atanh(e * phi.sin))
    let conformal = tangent * (1 + sigma * sigma).squareRoot() - sigma / phi.cos
    let xi = arcTangent(conformal, lambda.cos)
    let eta = asinh(lambda.sin / hypotenuse(conformal, lambda.cos))
    var (north, east) = (xi, eta)
    for (index, alpha) in coefficients.enumerated() {
      let multiple = Double(2 * (index + 1))
      north += alpha * radiansSine(multiple * xi) * cosh(multiple * eta)
      east += alpha * radiansCosine(multiple * xi) * sinh(multiple * eta)
    }
    return (east * scale, north * scale)
  }

  /// 0.9996 times the radius of a circle with the circumference of a meridian.
  static let scale: Double = {
    let n2 = WGS84.thirdFlattening * WGS84.thirdFlattening
    let series = 1 + n2 * (1 / 4.0 + n2 * (1 / 64.0 + n2 / 256))
    return 0.9996 * WGS84.equatorialRadius / (1 + WGS84.thirdFlattening) * series
  }()

  private static let coefficients: [Double] = {
    let n = WGS84.thirdFlattening
    let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n)
    return [
      n / 2 - n2 * 2 / 3 + n3 * 5 / 16 + n4 * 41 / 180, n2 * 13 / 48 - n3 * 3 / 5 + n4 * 557 / 1440,
      n3 * 61 / 240 - n4 * 103 / 140, n4 * 49_561 / 161_280,
    ]
  }()

  /// Returns the point with grid coordinates; nil if the grid has none there.
  ///
  /// Uses Newton's method; accurate to a micrometre.
  ///
  /// - Parameters:
  ///   - zone: The zone, 1…60.
  ///   - isSouthern: Whether northings are counted in the southern half.
  ///   - easting: Metres east of a line 500 km west of the zone's middle.
  ///   - northing: Metres north of the equator or, in the southern half, of a line 10,000 km south.
  package static func coordinate(
    zone: Int, isSouthern: Bool, easting: Double, northing: Double
  ) -> Coordinate? {
    guard (1...60).contains(zone), (0...1_000_000).contains(easting),
      (-100_000...10_000_000).contains(northing)
    else { return nil }
    var (latitude, longitude) = (0.0, 0.0)
    for _ in 0..<16 {
      let here = projected(latitude: latitude, longitude: longitude)
      let east = easting - 500_000 - here.east
      let north = (isSouthern ? northing - 10_000_000 : northing) - here.north
      // Grid north is rotated against true north.
      let turn = SineCosine(
        radians: arcTangent(
          SineCosine(degrees: latitude).sin * SineCosine(degrees: longitude).sin,
          SineCosine(degrees: longitude).cos))
      let plane = LocalProjection(origin: Coordinate(latitude: latitude, longitude: longitude))
      let step = plane.coordinate(
        PlanePoint(
          east: east * turn.cos + north * turn.sin, north: north * turn.cos - east * turn.sin))
      latitude = min(89, max(-89, step.latitude))
      longitude = min(89, max(-89, step.longitude))
    }
    let found = Coordinate(
      latitude: latitude,
      longitude: (longitude + Double(zone * 6 - 183)).remainder(dividingBy: 360))
    return abs(latitude) <= 84.5 ? found : nil
  }

  /// Zone, band, and whole metres east and north, truncated as on maps: `34V 332632 6580529`.
  public var description: String {
    "\(zone)\(band) \(Int(easting.rounded(.down))) \(Int(northing.rounded(.down)))"
  }
}
