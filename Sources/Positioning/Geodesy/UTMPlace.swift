import Platform

extension UTMCoordinate {
  /// The place of grid coordinates; nil where the grid has none there.
  ///
  /// Within a micrometre, by the inverse of Krüger's series: C. F. F. Karney, Journal of Geodesy 85
  /// (2011), 475–485, equations 11 to 15, 19 to 21 and 36.
  ///
  /// - Parameters:
  ///   - zone: The zone, 1…60.
  ///   - isSouthern: Whether northings are counted in the southern half.
  ///   - easting: Metres east of a line 500 km west of the zone's middle.
  ///   - northing: Metres north of the equator, or in the southern half of a line 10,000 km south.
  public static func place(
    zone: Int, isSouthern: Bool, easting: Double, northing: Double
  ) -> Coordinate? {
    guard (1...60).contains(zone), (0...1_000_000).contains(easting),
      (-100_000...10_000_000).contains(northing)
    else { return nil }
    let xi = (isSouthern ? northing - 10_000_000 : northing) / scale
    let eta = (easting - 500_000) / scale
    var (north, east) = (xi, eta)
    for (index, beta) in inverseCoefficients.enumerated() {
      let multiple = Double(2 * (index + 1))
      north -= beta * sin(multiple * xi) * cosh(multiple * eta)
      east -= beta * cos(multiple * xi) * sinh(multiple * eta)
    }
    let conformal = sin(north) / hypot(sinh(east), cos(north))
    let latitude = atan(geodetic(conformal)) * 180 / .pi
    let longitude = atan2(sinh(east), cos(north)) * 180 / .pi + Double(zone * 6 - 183)
    let place = Coordinate(
      latitude: latitude, longitude: longitude.remainder(dividingBy: 360))
    return place.isValid && abs(latitude) <= 84.5 ? place : nil
  }

  /// The tangent of the latitude whose conformal latitude has a tangent, by Newton's method.
  private static func geodetic(_ conformal: Double) -> Double {
    let squared = WGS84.eccentricitySquared
    let e = squared.squareRoot()
    var tangent = conformal / (1 - squared)
    for _ in 0..<5 {
      let secant = (1 + tangent * tangent).squareRoot()
      let sigma = sinh(e * atanh(e * tangent / secant))
      let found = tangent * (1 + sigma * sigma).squareRoot() - sigma * secant
      tangent +=
        (conformal - found) / (1 + found * found).squareRoot()
        * (1 + (1 - squared) * tangent * tangent) / ((1 - squared) * secant)
    }
    return tangent
  }

  private static let inverseCoefficients: [Double] = {
    let n = WGS84.thirdFlattening
    let (n2, n3) = (n * n, n * n * n)
    let (n4, n5, n6) = (n2 * n2, n2 * n3, n3 * n3)
    let first = n / 2 - n2 * 2 / 3 + n3 * 37 / 96 - n4 / 360
    let second = n2 / 48 + n3 / 15 - n4 * 437 / 1440
    let third = n3 * 17 / 480 - n4 * 37 / 840
    return [
      first - n5 * 81 / 512 + n6 * 96_199 / 604_800,
      second + n5 * 46 / 105 - n6 * 1_118_711 / 3_870_720,
      third - n5 * 209 / 4480 + n6 * 5569 / 90_720,
      n4 * 4397 / 161_280 - n5 * 11 / 504 - n6 * 830_251 / 7_257_600,
      n5 * 4583 / 161_280 - n6 * 108_847 / 3_991_680,
      n6 * 20_648_693 / 638_668_800,
    ]
  }()
}
