import Platform

/// The sine and cosine of one angle, kept instead of the angle.
///
/// Spherical trigonometry stays accurate near 0°, 90° and 180° when an angle travels as this pair,
/// since one of the two always resolves it.
struct SineCosine {
  var sin: Double
  var cos: Double

  init(sin: Double, cos: Double) { (self.sin, self.cos) = (sin, cos) }

  init(radians: Double) { self.init(sin: radiansSine(radians), cos: radiansCosine(radians)) }

  /// The sine and cosine of `degrees`.
  ///
  /// Exact at multiples of 90°: the angle is reduced to -45…45 in degrees, without rounding.
  /// Returns not a number for not a number.
  init(degrees: Double) {
    let turn = degrees.remainder(dividingBy: 360)
    guard turn.isFinite else {
      self.init(sin: .nan, cos: .nan)
      return
    }
    let rest = turn.remainder(dividingBy: 90)
    let radians = rest * .pi / 180
    let (s, c) = (radiansSine(radians), radiansCosine(radians))
    switch Int(((turn - rest) / 90).rounded()) & 3 {
    case 0: self.init(sin: s, cos: c)
    case 1: self.init(sin: c, cos: -s)
    case 2: self.init(sin: -s, cos: -c)
    default: self.init(sin: -c, cos: s)
    }
  }

  /// The reduced latitude β of a geographic one in degrees, with tan β = (1 - f) tan φ.
  init(reducedLatitude latitude: Double) {
    let phi = SineCosine(degrees: latitude)
    self = SineCosine(sin: phi.sin * (1 - WGS84.flattening), cos: phi.cos).normalized
    // Stay just short of a pole, to keep the longitude defined there.
    cos = max(Self.tiny, cos)
  }

  /// Small enough to vanish in a sum, large enough for its square to be a normal number.
  static let tiny = 1e-20

  /// The same direction with sin² + cos² = 1.
  var normalized: SineCosine {
    let length = hypotenuse(sin, cos)
    return SineCosine(sin: sin / length, cos: cos / length)
  }

  /// The angle in degrees, -180…180; exact at multiples of 90°.
  var degrees: Double {
    if abs(sin) > abs(cos) {
      let rest = arcTangent(cos, abs(sin)) * 180 / .pi
      return sin < 0 ? rest - 90 : 90 - rest
    }
    let rest = arcTangent(sin, abs(cos)) * 180 / .pi
    guard cos < 0 else { return rest }
    return (sin < 0 ? -180 : 180) - rest
  }

  /// The angle in radians, -π…π.
  var radians: Double { arcTangent(sin, cos) }

  /// The sum of this angle and another one.
  func turned(by other: SineCosine) -> SineCosine {
    SineCosine(sin: sin * other.cos + cos * other.sin, cos: cos * other.cos - sin * other.sin)
  }

  /// The angle from this one to `other`, as sine and cosine.
  func difference(to other: SineCosine) -> SineCosine {
    SineCosine(sin: cos * other.sin - sin * other.cos, cos: cos * other.cos + sin * other.sin)
  }
}

/// Converts any angle in degrees to a compass bearing in 0..<360.
func compassBearing(degrees: Double) -> Double {
  let bearing = degrees < 0 ? degrees + 360 : degrees
  return bearing >= 360 ? 0 : bearing + 0
}

// The platform's functions under names that a member called `sin` or `cos` does not shadow.

@inline(__always) func radiansSine(_ radians: Double) -> Double { sin(radians) }
@inline(__always) func radiansCosine(_ radians: Double) -> Double { cos(radians) }
@inline(__always) func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
@inline(__always) func hypotenuse(_ x: Double, _ y: Double) -> Double {
  (x * x + y * y).squareRoot()
}
