import Platform

/// The sine and cosine of one angle, kept instead of the angle.
///
/// Spherical trigonometry stays accurate near 0°, 90° and 180° when an angle travels as this pair,
/// since one of the two always resolves it.
struct SineCosine {
  var sin: Double
  var cos: Double

  init(sin: Double, cos: Double) {
    self.sin = sin
    self.cos = cos
  }

  /// The sine and cosine of `degrees`, or of `degrees + residue` with the residue's last bits kept.
  ///
  /// Exact at multiples of 90°: the reduction to -45…45 degrees is made in degrees, where it is
  /// free of rounding. Not a number in, not a number out.
  init(degrees: Double, residue: Double = 0) {
    let turn = degrees.remainder(dividingBy: 360)
    guard turn.isFinite else {
      self.init(sin: .nan, cos: .nan)
      return
    }
    let rest = turn.remainder(dividingBy: 90)
    let radians = (rest + residue) * .pi / 180
    let (s, c) = (radiansSine(radians), radiansCosine(radians))
    switch Int(((turn - rest) / 90).rounded()) & 3 {
    case 0: self.init(sin: s, cos: c)
    case 1: self.init(sin: c, cos: -s)
    case 2: self.init(sin: -s, cos: -c)
    default: self.init(sin: -c, cos: s)
    }
  }

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

  /// The same angle with a sine that rounding took below zero, or to minus zero, put back to zero.
  ///
  /// Minus zero counts: with a cosine of -1 it would make half a turn a negative one.
  var clippedForward: SineCosine { SineCosine(sin: max(0, sin) + 0, cos: cos) }

  /// The angle from this one to `other`, as sine and cosine.
  func difference(to other: SineCosine) -> SineCosine {
    SineCosine(
      sin: cos * other.sin - sin * other.cos,
      cos: cos * other.cos + sin * other.sin)
  }
}

/// The difference `to - from` of two angles in degrees, reduced to -180…180, and what rounding
/// lost.
///
/// The two-sum of Knuth keeps the residue, so that points a nanometre apart on either side of the
/// date line keep their distance.
func degreesDifference(from: Double, to: Double) -> (difference: Double, residue: Double) {
  let (rough, lost) = twoSum(
    -from.remainder(dividingBy: 360), to.remainder(dividingBy: 360))
  let (difference, residue) = twoSum(rough.remainder(dividingBy: 360), lost)
  // Half a turn either way is one and the same meridian; take the side the residue leaves open.
  if abs(difference) == 180 {
    return (residue > 0 ? -180 : 180, residue)
  }
  return (difference, residue)
}

/// The rounded sum of two numbers and the exact error of that rounding (Knuth's TwoSum).
func twoSum(_ left: Double, _ right: Double) -> (sum: Double, error: Double) {
  let sum = left + right
  let rightPart = sum - left
  let leftPart = sum - rightPart
  return (sum, (left - leftPart) + (right - rightPart))
}

/// An angle in degrees taken from -180…180 or any turn to a compass bearing in 0..<360.
func compassBearing(degrees: Double) -> Double {
  let bearing = degrees < 0 ? degrees + 360 : degrees
  return bearing >= 360 ? 0 : bearing + 0
}

// The platform's functions under names that no member called `sin` or `cos` shadows.

@inline(__always) func radiansSine(_ radians: Double) -> Double { sin(radians) }
@inline(__always) func radiansCosine(_ radians: Double) -> Double { cos(radians) }
@inline(__always) func arcTangent(_ y: Double, _ x: Double) -> Double { atan2(y, x) }
@inline(__always) func hypotenuse(_ x: Double, _ y: Double) -> Double {
  (x * x + y * y).squareRoot()
}
@inline(__always) func cubeRoot(_ x: Double) -> Double { cbrt(x) }
