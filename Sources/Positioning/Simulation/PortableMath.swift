/// Elementary functions made of nothing but +, -, ×, ÷ and square root.
///
/// IEEE 754 rounds those five alike on every machine, while the platform's sine, exponential and
/// logarithm differ in the last bit between C libraries and between processors. A simulation built
/// on these gives the same bytes everywhere, debug and release. Accurate to a few units of the last
/// place.
enum PortableMath {
  /// The sine and cosine of an angle in degrees.
  static func sineCosine(degrees: Double) -> (sin: Double, cos: Double) {
    let turn = degrees.remainder(dividingBy: 360)
    guard turn.isFinite else { return (.nan, .nan) }
    let rest = turn.remainder(dividingBy: 90)
    let (s, c) = nearZero(rest * .pi / 180)
    switch Int(((turn - rest) / 90).rounded()) & 3 {
    case 0: return (s, c)
    case 1: return (c, -s)
    case 2: return (-s, -c)
    default: return (-c, s)
    }
  }

  /// Taylor's series for |radians| ≤ π/4; the first term left out is below 1e-18.
  private static func nearZero(_ x: Double) -> (sin: Double, cos: Double) {
    let square = x * x
    var sine = 0.0
    var cosine = 0.0
    for factor in stride(from: 17.0, through: 3, by: -2) {
      sine = (1 + sine) * -square / (factor * (factor - 1))
      cosine = (1 + cosine) * -square / ((factor - 1) * (factor - 2))
    }
    return (x * (1 + sine), 1 + cosine)
  }

  /// The angle of a vector in degrees, -180…180; 0 for the zero vector.
  static func degrees(y: Double, x: Double) -> Double {
    let (small, large) = (min(abs(x), abs(y)), max(abs(x), abs(y)))
    guard large > 0 else { return 0 }
    // Two halvings of the angle bring the tangent below 0.2, where the series is short.
    var tangent = small / large
    tangent /= 1 + (1 + tangent * tangent).squareRoot()
    tangent /= 1 + (1 + tangent * tangent).squareRoot()
    let square = tangent * tangent
    var sum = 0.0
    for denominator in stride(from: 23.0, through: 1, by: -2) {
      sum = 1 / denominator - square * sum
    }
    var angle = 4 * tangent * sum * 180 / .pi
    if abs(y) > abs(x) { angle = 90 - angle }
    if x < 0 { angle = 180 - angle }
    return y < 0 ? -angle : angle
  }

  /// e to the power of `x`; 0 below -700, infinite above 700.
  static func exponential(_ x: Double) -> Double {
    guard x > -700 else { return x.isNaN ? .nan : 0 }
    guard x < 700 else { return .infinity }
    let power = (x / naturalLogarithmOf2).rounded()
    let rest = (x - power * highLogarithmOf2) - power * lowLogarithmOf2
    var sum = 0.0
    for factor in stride(from: 16.0, through: 1, by: -1) {
      sum = (1 + sum) * rest / factor
    }
    return Double(sign: .plus, exponent: Int(power), significand: 1 + sum)
  }

  /// The natural logarithm of a positive normal number.
  static func logarithm(_ x: Double) -> Double {
    var exponent = Double(x.exponent)
    var significand = x.significand
    if significand > 1.414_213_562_373_095 {
      significand /= 2
      exponent += 1
    }
    // ln m = 2 artanh z, z = (m - 1) / (m + 1), |z| < 0.172.
    let z = (significand - 1) / (significand + 1)
    let square = z * z
    var sum = 0.0
    for denominator in stride(from: 23.0, through: 1, by: -2) {
      sum = 1 / denominator + square * sum
    }
    return exponent * highLogarithmOf2 + (exponent * lowLogarithmOf2 + 2 * z * sum)
  }

  private static let naturalLogarithmOf2 = 0.693_147_180_559_945_309
  /// ln 2 cut to 32 bits, so that its product with an exponent is exact, and the rest of it.
  private static let highLogarithmOf2 = 0x1.62e42feep-1
  private static let lowLogarithmOf2 = 0x1.a39ef35793c76p-33
}
