/// The geodesic that leaves a point in a given direction; finds points at any distance along it.
///
///     let line = GeodesicLine(from: Coordinate(latitude: 40.64, longitude: -73.78), bearing: 53.5)
///     line.position(at: 5_850_000).coordinate  // near Paris
///
/// By the series of Karney (Journal of Geodesy 87, 2013, 43–55), within 25 nm on the WGS-84
/// ellipsoid. Making a line costs most of the work; each point is then one series.
struct GeodesicLine: Sendable {
  private let startLongitude: Double
  private let equatorAzimuth: SineCosine
  private let series: GeodesicSeries
  /// Spherical arc σ₁ and spherical longitude ω₁ of the start.
  private let startArc: SineCosine
  private let startSphere: SineCosine

  /// Makes the line from a point with a bearing in degrees clockwise from true north.
  ///
  /// Any angle is accepted (-90 is west, 450 is east). If the coordinate is invalid or the bearing
  /// is not finite, all points of the line are not a number.
  init(from start: Coordinate, bearing: Double) {
    let isUsable = start.isValid && bearing.isFinite
    self.init(
      latitude: SineCosine(reducedLatitude: start.latitude),
      azimuth: SineCosine(degrees: isUsable ? bearing : .nan), longitude: start.longitude)
  }

  /// Makes the line from a reduced latitude with an azimuth.
  init(latitude: SineCosine, azimuth: SineCosine, longitude: Double = 0) {
    // Clairaut: sin α₀ = sin α cos β.
    equatorAzimuth = SineCosine(
      sin: azimuth.sin * latitude.cos, cos: hypotenuse(azimuth.cos, azimuth.sin * latitude.sin))
    let toNode = latitude.sin != 0 || azimuth.cos != 0 ? latitude.cos * azimuth.cos : 1
    startArc = SineCosine(sin: latitude.sin, cos: toNode).normalized
    startSphere = SineCosine(sin: equatorAzimuth.sin * latitude.sin, cos: toNode)
    series = GeodesicSeries(cosineOfEquatorAzimuth: equatorAzimuth.cos)
    startLongitude = longitude
  }

  /// Returns the point at a distance in metres along the line, and the bearing of the line there.
  ///
  /// A negative distance goes backwards. The longitude is in -180…180.
  func position(at distance: Double) -> (coordinate: Coordinate, bearing: Double) {
    let arc = arc(ofLength: distance)
    let end = end(ofArc: arc)
    let reduced = SineCosine(
      sin: equatorAzimuth.cos * end.sin,
      cos: max(SineCosine.tiny, hypotenuse(equatorAzimuth.sin, equatorAzimuth.cos * end.cos)))
    let sphere = SineCosine(sin: equatorAzimuth.sin * end.sin, cos: end.cos)
    let difference = startSphere.difference(to: sphere).radians - shortfall(ofArc: arc)
    let latitude = SineCosine(sin: reduced.sin, cos: (1 - WGS84.flattening) * reduced.cos)
    let azimuth = SineCosine(sin: equatorAzimuth.sin, cos: equatorAzimuth.cos * end.cos)
    return (
      Coordinate(
        latitude: latitude.degrees,
        longitude: (startLongitude + difference * 180 / .pi).remainder(dividingBy: 360)),
      compassBearing(degrees: azimuth.degrees)
    )
  }

  /// Returns the length of a spherical arc from the start, metres, eq. 7.
  func length(ofArc arc: Double) -> Double {
    let c1 = series.c1
    let rise = c1.value(at: end(ofArc: arc)) - c1.value(at: startArc)
    return WGS84.polarRadius * series.a1 * (arc + rise)
  }

  /// Returns the longitude on the sphere minus that on the ellipsoid, eq. 8, radians.
  func shortfall(ofArc arc: Double) -> Double {
    let c3 = series.c3
    let rise = c3.value(at: end(ofArc: arc)) - c3.value(at: startArc)
    return WGS84.flattening * equatorAzimuth.sin * series.a3 * (arc + rise)
  }

  private func end(ofArc arc: Double) -> SineCosine {
    startArc.turned(by: SineCosine(radians: arc))
  }

  /// Solves eq. 7 for the arc by iteration; each round makes the error 600 times smaller.
  private func arc(ofLength distance: Double) -> Double {
    let c1 = series.c1
    let length = distance / (WGS84.polarRadius * series.a1) + c1.value(at: startArc)
    return (0..<7).reduce(length) { arc, _ in length - c1.value(at: end(ofArc: arc)) }
  }
}
