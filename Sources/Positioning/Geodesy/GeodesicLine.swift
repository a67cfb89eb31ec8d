/// The geodesic that leaves a point in a direction, from which points at any distance are found.
///
///     let line = GeodesicLine(from: Coordinate(latitude: 40.64, longitude: -73.78), bearing: 53.5)
///     line.position(at: 5_850_000).coordinate  // near Paris
///
/// The solution of the direct problem by Karney (Journal of Geodesy 87, 2013, 43–55), within 25 nm
/// on the WGS-84 ellipsoid. Making a line costs most of the work; each point is then one series.
struct GeodesicLine: Sendable {
  /// Where the line starts.
  let start: Coordinate
  /// The bearing with which it leaves, degrees from true north as given.
  let bearing: Double

  private let azimuth: SineCosine
  private let equatorAzimuth: SineCosine
  private let series: GeodesicSeries
  /// Spherical arc σ₁ and spherical longitude ω₁ of the start.
  private let startArc: SineCosine
  private let startLongitude: SineCosine
  private let c1: SineSeries
  private let c1Reverted: SineSeries
  private let a1: Double

  /// Makes the line from a point with a bearing in degrees clockwise from true north.
  ///
  /// Any turn is taken as it comes (-90 is west, 450 is east). With a coordinate that is not valid
  /// or a bearing that is not finite, all its points are not a number.
  init(from start: Coordinate, bearing: Double) {
    self.start = start
    self.bearing = bearing
    let usable = start.isValid && bearing.isFinite
    let azimuth = SineCosine(degrees: usable ? bearing : .nan)
    let latitude = ReducedLatitude(latitude: start.latitude).beta
    // Clairaut: sin α₀ = sin α cos β.
    let equatorAzimuth = SineCosine(
      sin: azimuth.sin * latitude.cos,
      cos: hypotenuse(azimuth.cos, azimuth.sin * latitude.sin))
    self.azimuth = azimuth
    self.equatorAzimuth = equatorAzimuth
    let toNode = latitude.sin != 0 || azimuth.cos != 0 ? latitude.cos * azimuth.cos : 1
    startArc = SineCosine(sin: latitude.sin, cos: toNode).normalized
    startLongitude = SineCosine(sin: equatorAzimuth.sin * latitude.sin, cos: toNode)
    series = GeodesicSeries(cosineOfEquatorAzimuth: equatorAzimuth.cos)
    (a1, c1, c1Reverted) = (series.a1, series.c1, series.c1Reverted)
  }

  /// The point at a distance in metres along the line, and the bearing with which it is passed.
  ///
  /// A negative distance goes backwards. The longitude lies in -180…180.
  func position(at distance: Double) -> (coordinate: Coordinate, bearing: Double) {
    let arc = spherical(distance: distance)
    let end = SineCosine(
      sin: startArc.sin * arc.cos + startArc.cos * arc.sin,
      cos: startArc.cos * arc.cos - startArc.sin * arc.sin)
    let reduced = SineCosine(
      sin: equatorAzimuth.cos * end.sin,
      cos: max(
        GeodesicTolerance.tiny,
        hypotenuse(equatorAzimuth.sin, equatorAzimuth.cos * end.cos)))
    let longitude = SineCosine(sin: equatorAzimuth.sin * end.sin, cos: end.cos)
    let sphericalDifference = startLongitude.difference(to: longitude).radians
    let c3 = series.c3
    let shortfall =
      series.a3 * (arc.radians + c3.value(at: end) - c3.value(at: startArc))
    let difference =
      (sphericalDifference - WGS84.flattening * equatorAzimuth.sin * shortfall) * 180 / .pi
    let latitude = SineCosine(sin: reduced.sin, cos: (1 - WGS84.flattening) * reduced.cos)
    let azimuth = SineCosine(sin: equatorAzimuth.sin, cos: equatorAzimuth.cos * end.cos)
    return (
      Coordinate(
        latitude: latitude.degrees,
        longitude: (start.longitude + difference).remainder(dividingBy: 360)),
      compassBearing(degrees: azimuth.degrees)
    )
  }

  /// The spherical arc that a distance spans, eq. 20, as its sine, cosine and radians.
  private func spherical(distance: Double) -> (sin: Double, cos: Double, radians: Double) {
    let tau = distance / (WGS84.polarRadius * a1)
    let turn = SineCosine(sin: radiansSine(tau), cos: radiansCosine(tau))
    // τ₁ = σ₁ + C₁(σ₁) is the start's distance measure from the node.
    let offset = c1.value(at: startArc)
    let shift = SineCosine(sin: radiansSine(offset), cos: radiansCosine(offset))
    let startTau = SineCosine(
      sin: startArc.sin * shift.cos + startArc.cos * shift.sin,
      cos: startArc.cos * shift.cos - startArc.sin * shift.sin)
    let endTau = SineCosine(
      sin: startTau.sin * turn.cos + startTau.cos * turn.sin,
      cos: startTau.cos * turn.cos - startTau.sin * turn.sin)
    let arc = tau + c1Reverted.value(at: endTau) + offset
    return (radiansSine(arc), radiansCosine(arc), arc)
  }
}
