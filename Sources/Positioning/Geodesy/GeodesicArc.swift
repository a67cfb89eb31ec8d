/// A segment of one geodesic on the auxiliary sphere, from spherical arc σ₁ to σ₂.
///
/// Lengths are in units of the polar radius.
struct GeodesicArc {
  let start: SineCosine
  let end: SineCosine
  /// σ₂ - σ₁, radians.
  let length: Double

  /// Makes the arc of a geodesic between two of its spherical arc positions.
  init(from start: SineCosine, to end: SineCosine) {
    self.start = start
    self.end = end
    // The end never lies before the start.
    length = start.difference(to: end).clippedForward.radians
  }

  /// Distance along the ellipsoid, eq. 7.
  func distance(_ series: GeodesicSeries) -> Double {
    series.a1 * (length + rise(series.c1))
  }

  /// Reduced length m₁₂, eq. 38: how far apart two geodesics arrive per radian between their
  /// starts.
  ///
  /// `startScale` and `endScale` are √(1 + k² sin²σ) at the two ends. Negative past the first
  /// conjugate point, where the geodesic is no longer the shortest path.
  func reducedLength(_ series: GeodesicSeries, startScale: Double, endScale: Double) -> Double {
    let (a1, a2) = (series.a1, series.a2)
    let j = (a1 - a2) * length + a1 * rise(series.c1) - a2 * rise(series.c2)
    return endScale * start.cos * end.sin - startScale * start.sin * end.cos
      - start.cos * end.cos * j
  }

  /// How much longitude on the ellipsoid falls short of longitude on the sphere, eq. 8, per f sin
  /// α₀.
  func longitudeShortfall(_ series: GeodesicSeries) -> Double {
    series.a3 * (length + rise(series.c3))
  }

  private func rise(_ series: SineSeries) -> Double {
    series.value(at: end) - series.value(at: start)
  }
}

/// A parallel of the auxiliary sphere: a reduced latitude β with tan β = (1 - f) tan φ.
struct ReducedLatitude {
  var beta: SineCosine
  /// √(1 + e′² sin²β).
  var scale: Double

  /// Makes the reduced latitude of a geographic one in degrees.
  init(latitude: Double) {
    let phi = SineCosine(degrees: latitude)
    var beta = SineCosine(sin: phi.sin * (1 - WGS84.flattening), cos: phi.cos).normalized
    // A pole is approached, not reached, so that the longitude stays defined there.
    beta.cos = max(GeodesicTolerance.tiny, beta.cos)
    self.init(beta: beta)
  }

  init(beta: SineCosine) {
    self.beta = beta
    scale = (1 + WGS84.secondEccentricitySquared * beta.sin * beta.sin).squareRoot()
  }
}

/// The thresholds at which double precision runs out, as Karney's section 5 chooses them.
enum GeodesicTolerance {
  /// Small enough to vanish in a sum, large enough for its square to be a normal number.
  static let tiny = Double.leastNormalMagnitude.squareRoot()
  /// One rounding, relative.
  static let rounding = Double.ulpOfOne
  /// The distance from the antipode's cut, in astroid units, taken for lying on it.
  static let cut = 200 * rounding
  /// Half the digits.
  static let halfDigits = rounding.squareRoot()
  /// The spherical arc below which a line is short enough for the sphere alone, eq. 48 and after.
  static let shortArc =
    0.1 * halfDigits / (WGS84.flattening * (1 - WGS84.flattening / 2) / 2).squareRoot()
}
