/// The WGS-84 ellipsoid of revolution, to which GPS coordinates refer.
///
/// The two defining constants are those of NIMA TR8350.2; everything else follows from them.
enum WGS84 {
  /// Equatorial radius a, metres.
  static let equatorialRadius = 6_378_137.0
  /// Flattening f = (a - b) / a.
  static let flattening = 1 / 298.257223563
  /// Polar radius b, metres.
  static let polarRadius = equatorialRadius * (1 - flattening)
  /// Third flattening n = (a - b) / (a + b).
  static let thirdFlattening = flattening / (2 - flattening)
  /// First eccentricity squared, (a² - b²) / a².
  static let eccentricitySquared = flattening * (2 - flattening)
  /// Second eccentricity squared, (a² - b²) / b².
  static let secondEccentricitySquared = eccentricitySquared / ((1 - flattening) * (1 - flattening))
}

/// The curvature of the WGS-84 ellipsoid at a latitude, north–south and east–west.
///
/// A step of Δφ radians northward is `meridian × Δφ` metres long, and one of Δλ radians eastward
/// `primeVertical × cos φ × Δλ`, both to the first order.
struct RadiiOfCurvature: Hashable, Sendable {
  /// Radius M of the meridian, metres: 6,335 km at the equator, 6,400 km at a pole.
  let meridian: Double
  /// Radius N of the prime vertical, metres: 6,378 km at the equator, 6,400 km at a pole.
  let primeVertical: Double

  /// Makes the radii at a latitude given by its sine, -1…1.
  ///
  /// Takes the sine, not the latitude: only a square root is then needed, which IEEE 754 rounds
  /// identically on every machine.
  init(sineOfLatitude sine: Double) {
    let remaining = 1 - WGS84.eccentricitySquared * sine * sine
    primeVertical = WGS84.equatorialRadius / remaining.squareRoot()
    meridian = primeVertical * (1 - WGS84.eccentricitySquared) / remaining
  }
}
